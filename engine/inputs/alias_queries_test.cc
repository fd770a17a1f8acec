// Random programs of two threads whose addresses are chosen by input bytes, next to brute force over all inputs.
#include "engine/inputs/alias_queries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/expr/traced_test.h"

namespace sleave {
namespace {

using expr::Op;

constexpr std::size_t kBytes = 2;
constexpr std::uint64_t kMemory = 0x10000;
constexpr std::uint64_t kLocks = 0x20000;
constexpr unsigned kObjects = 4;

// An object is chosen by a byte, or fixed.
struct Object {
  int byte = -1;
  unsigned fixed = 0;
  unsigned added = 0;
};
struct Step {
  enum class Kind : std::uint8_t { read, write, lock, unlock, branch } kind = Kind::read;
  std::uint32_t thread = 1;
  Object object;
};
using Program = std::vector<Step>;  // a step's site is its number, from 1
using Input = std::array<std::uint8_t, kBytes>;

unsigned chosen(const Object& object, const Input& input) {
  const unsigned from = object.byte < 0 ? object.fixed : input[static_cast<std::size_t>(object.byte)];
  return (from + object.added) % kObjects;
}

Program random_program(Rng& rng) {
  Program program;
  for (std::uint32_t thread = 1; thread <= 2; ++thread) {
    std::vector<Object> held;
    for (std::uint64_t steps = 2 + rng.below(4); steps-- > 0;) {
      Step step{static_cast<Step::Kind>(rng.below(5)),
                thread,
                {static_cast<int>(rng.below(3)) - 1, static_cast<unsigned>(rng.below(kObjects)),
                 static_cast<unsigned>(rng.below(kObjects))}};
      if (step.kind == Step::Kind::unlock) {
        if (held.empty()) continue;
        step.object = held.back();
        held.pop_back();
      }
      if (step.kind == Step::Kind::lock) held.push_back(step.object);
      program.push_back(step);
    }
  }
  return program;
}

bool is_lock(const Step& step) { return step.kind == Step::Kind::lock || step.kind == Step::Kind::unlock; }

std::uint64_t address_of(const Step& step, const Input& input) {
  return (is_lock(step) ? kLocks : kMemory) + 64ull * chosen(step.object, input);
}

// What the runtime would record of it, threads one after the other.
class Recorded {
 public:
  Recorded(const Program& program, const Input& input) : input_(input) {
    for (int i = 0; i < 2; ++i) traced.add_thread();
    bytes_ = traced.input(77, "n", {input.begin(), input.end()});
    for (std::uint32_t thread = 1; thread <= 2; ++thread) event(0, SLEAVE_EV_thread_create, 0, 0, thread);
    for (std::size_t i = 0; i < program.size(); ++i) take(program[i], i + 1);
  }

  expr::Traced traced;

 private:
  void take(const Step& step, std::uint64_t site) {
    if (step.kind == Step::Kind::branch) {
      const auto byte = static_cast<std::size_t>(std::max(step.object.byte, 0));
      const std::uint32_t below = traced.make(Op::ult, 1, {bytes_[byte], traced.constant(8, step.object.fixed + 1), 0});
      traced.path_constraint(below, SLEAVE_PATH_CONSTRAINT_branch, step.thread, site, points_[step.thread]);
      return;
    }
    const std::uint64_t address = address_of(step, input_);
    if (step.object.byte >= 0) {
      traced.path_constraint(word(step), SLEAVE_PATH_CONSTRAINT_address, step.thread, site, points_[step.thread]);
    }
    static constexpr std::uint8_t kKinds[] = {SLEAVE_EV_plain_read, SLEAVE_EV_plain_write, SLEAVE_EV_mutex_lock,
                                              SLEAVE_EV_mutex_unlock};
    event(step.thread, kKinds[static_cast<std::size_t>(step.kind)], address, site, 0);
  }

  std::uint32_t word(const Step& step) {
    const std::uint32_t byte = bytes_[static_cast<std::size_t>(step.object.byte)];
    const std::uint32_t sum = traced.make(Op::add, 8, {byte, traced.constant(8, step.object.added), 0});
    const std::uint32_t place = traced.make(Op::bit_and, 8, {sum, traced.constant(8, kObjects - 1), 0});
    const std::uint32_t wide = traced.make(Op::concat, 64, {traced.constant(56, 0), place, 0});
    const std::uint32_t offset = traced.make(Op::mul, 64, {wide, traced.constant(64, 64), 0});
    return traced.make(Op::add, 64, {offset, traced.constant(64, is_lock(step) ? kLocks : kMemory), 0});
  }

  void event(std::uint32_t thread, std::uint8_t kind, std::uint64_t address, std::uint64_t site, std::uint64_t value) {
    sleave_event event{};
    event.thread = thread;
    event.kind = kind;
    event.site = site;
    event.size = kind == SLEAVE_EV_plain_read || kind == SLEAVE_EV_plain_write ? 8 : 0;
    event.value = value;
    event.location = address == 0 ? 0 : SLEAVE_LOCATION(SLEAVE_SPACE_ABSOLUTE, 0, address);
    traced.trace.events.push_back(event);
    if (kind != SLEAVE_EV_plain_read && kind != SLEAVE_EV_plain_write) ++points_[thread];
  }

  Input input_;
  std::vector<std::uint32_t> bytes_;
  std::array<std::uint64_t, 3> points_{};
};

bool branches_agree(const Program& program, const Input& a, const Input& b) {
  return std::all_of(program.begin(), program.end(), [&](const Step& step) {
    if (step.kind != Step::Kind::branch) return true;
    const auto byte = static_cast<std::size_t>(std::max(step.object.byte, 0));
    return (a[byte] <= step.object.fixed) == (b[byte] <= step.object.fixed);
  });
}

using Met = std::tuple<AliasKind, sleave_site, sleave_site>;

std::vector<std::size_t> locks_before(const Program& program, std::size_t at) {
  std::vector<std::size_t> held;
  for (std::size_t i = 0; i < at; ++i) {
    if (program[i].thread != program[at].thread) continue;
    if (program[i].kind == Step::Kind::lock) held.push_back(i);
    if (program[i].kind == Step::Kind::unlock) held.pop_back();
  }
  return held;
}

// The pairs of steps that meet under this input, by their definition.
std::set<Met> meetings(const Program& program, const Input& input) {
  std::set<Met> met;
  const auto same = [&](std::size_t a, std::size_t b) {
    return address_of(program[a], input) == address_of(program[b], input);
  };
  const auto share_lock = [&](const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
    return std::any_of(a.begin(), a.end(), [&](std::size_t one) {
      return std::any_of(b.begin(), b.end(), [&](std::size_t other) { return same(one, other); });
    });
  };
  for (std::size_t a = 0; a < program.size(); ++a) {
    const std::vector<std::size_t> held = locks_before(program, a);
    if (program[a].kind == Step::Kind::lock &&
        std::any_of(held.begin(), held.end(), [&](std::size_t outer) { return same(outer, a); })) {
      met.emplace(AliasKind::double_lock, a + 1, a + 1);
    }
    for (std::size_t b = a + 1; b < program.size(); ++b) {
      if (program[a].thread == program[b].thread) continue;
      const std::vector<std::size_t> other = locks_before(program, b);
      const bool one_writes = program[a].kind == Step::Kind::write || program[b].kind == Step::Kind::write;
      const bool access = program[a].kind <= Step::Kind::write && program[b].kind <= Step::Kind::write;
      if (access && one_writes && same(a, b) && !share_lock(held, other)) met.emplace(AliasKind::race, a + 1, b + 1);
      if (program[a].kind != Step::Kind::lock || program[b].kind != Step::Kind::lock) continue;
      for (const std::size_t of_a : held) {
        for (const std::size_t of_b : other) {
          if (same(of_a, b) && same(of_b, a) && !same(of_a, of_b)) met.emplace(AliasKind::deadlock, a + 1, b + 1);
        }
      }
    }
  }
  return met;
}

std::vector<Input> all_inputs() {
  std::vector<Input> all;
  for (unsigned a = 0; a < 8; ++a) {
    for (unsigned b = 0; b < 8; ++b) all.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
  }
  return all;
}

// Whether some answer to a query about these steps makes them meet.
std::set<Met> solved(const Program& program, const Input& input) {
  const Recorded recorded(program, input);
  Result<std::unique_ptr<Solving>> started = Solving::start({});
  const std::unique_ptr<Solving> solving = std::move(*started);
  const std::optional<expr::Path> path = solving->path_of(recorded.traced.trace);
  std::set<Met> met;
  AliasQueries queries;
  for (const AliasQuery& query : queries.find(recorded.traced.trace, *path, solving->pool())) {
    const std::optional<expr::Values> values = queries.answer(query, *path, *solving);
    if (!values) continue;
    const Input other{(*values)[0], (*values)[1]};
    const Met about{query.kind, query.sites[0], query.sites[1]};
    EXPECT_TRUE(meetings(program, other).contains(about)) << "an answer under which the steps do not meet";
    met.insert(about);
  }
  return met;
}

// Whether a thread reaches an address in two ways, one of which the trace cannot tell from the other.
bool is_ambiguous(const Program& program, const Input& input) {
  for (const Step& a : program) {
    for (const Step& b : program) {
      if (a.kind == Step::Kind::branch || b.kind == Step::Kind::branch || a.thread != b.thread) continue;
      const bool alike = a.object.byte == b.object.byte && (a.object.byte < 0 || a.object.added == b.object.added);
      if (!alike && is_lock(a) == is_lock(b) && address_of(a, input) == address_of(b, input)) return true;
    }
  }
  return false;
}

// For every input of the same path under which steps meet there is an answer; under each answer they do.
TEST(AliasQueries, FindWhatBruteForceFinds) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= test_size(1'000, 20'000); ++seed) {
    Rng rng(seed);
    const Program program = random_program(rng);
    const Input input{static_cast<std::uint8_t>(rng.below(8)), static_cast<std::uint8_t>(rng.below(8))};
    if (is_ambiguous(program, input)) continue;
    std::set<Met> expected;
    for (const Input& other : all_inputs()) {
      if (!branches_agree(program, input, other)) continue;
      for (const Met& met : meetings(program, other)) expected.insert(met);
    }
    for (const Met& met : meetings(program, input)) expected.erase(met);
    const std::set<Met> found = solved(program, input);
    EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end())) << "seed " << seed;
    compared += expected.size();
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace sleave
