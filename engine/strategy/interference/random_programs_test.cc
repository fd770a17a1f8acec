// The search against brute force over all inputs and interleavings: the same sides of branches, each with the same
// least number of interferences.
#include <gtest/gtest.h>

#include "engine/base/test_size.h"
#include "engine/solve/backends/make_solver.h"
#include "engine/testing/random_forest_program.h"

namespace sleave::interference::test {
namespace {

constexpr std::size_t kMost = 3;             // interferences
constexpr std::size_t kMostStates = 60'000;  // of a program that is small enough to enumerate

using Least = std::map<Side, std::size_t>;

std::vector<Input> all_inputs(const Program& program) {
  std::vector<Input> all{{}};
  for (unsigned i = 0; i < program.inputs; ++i) {
    std::vector<Input> longer;
    for (const Input& input : all) {
      for (unsigned value = 0; value < 1u << program.bits; ++value) {
        longer.push_back(input);
        longer.back().push_back(static_cast<std::uint8_t>(value));
      }
    }
    all = std::move(longer);
  }
  return all;
}

// False: too many states.
bool enumerate(const Program& program, Least& least) {
  std::size_t states = 0;
  for (const Input& input : all_inputs(program)) {
    std::map<std::string, std::size_t> seen;
    std::vector<Machine> open;
    open.emplace_back(program, input, nullptr);
    while (!open.empty()) {
      const Machine machine = std::move(open.back());
      open.pop_back();
      for (std::uint32_t thread = 0; thread < program.threads.size(); ++thread) {
        if (!machine.enabled(thread)) continue;
        Machine next = machine;
        next.sides.clear();
        next.run.events.clear();
        next.step(thread);
        for (const Side& side : next.sides) {
          const auto [known, fresh] = least.try_emplace(side, next.interferences);
          if (!fresh) known->second = std::min(known->second, next.interferences);
        }
        const auto [known, fresh] = seen.try_emplace(next.state(), next.interferences);
        if (!fresh && known->second <= next.interferences) continue;
        known->second = next.interferences;
        if (++states > kMostStates) return false;
        open.push_back(std::move(next));
      }
    }
  }
  return true;
}

struct Outcome {
  Sides sides;
  std::uint64_t strayed = 0;
  std::uint64_t unknown = 0;
  std::size_t runs = 0;
  bool finished = false;
  bool goes_beyond = false;
};

std::unique_ptr<solve::Solver> take_solver(const expr::Pool& pool) {
  auto solver = solve::make_solver(pool, "z3", "");
  return std::move(*solver);
}

class Driver {
 public:
  // Looks at so many candidates at a time.
  Driver(const Program& program, const SearchOptions& options, unsigned seed, std::size_t at_a_time)
      : program_(program),
        solver_(take_solver(pool_)),
        search_(pool_, *solver_, options),
        random_(seed),
        at_a_time_(at_a_time) {}

  Outcome run() {
    Outcome outcome;
    run_one({}, 0, Input(program_.inputs), 0);
    outcome.runs = 1;
    for (;;) {
      const std::optional<Task> task = search_.next(at_a_time_);
      if (!task && search_.has_pending_work()) continue;
      if (!task) break;
      std::vector<std::uint32_t> order;
      for (const NodeId id : task->order) {
        if (search_.forest()[id].event.point) order.push_back(search_.forest()[id].event.thread);
      }
      Input input(task->values.begin(), task->values.begin() + program_.inputs);
      run_one(order, task->thread, input, task->number);
      if (++outcome.runs > 5'000) return outcome;
    }
    outcome.finished = true;
    outcome.sides = search_.sides();
    outcome.strayed = search_.strayed();
    outcome.unknown = search_.unknown();
    outcome.goes_beyond = search_.goes_beyond();
    return outcome;
  }

 private:
  void run_one(const std::vector<std::uint32_t>& order, std::uint32_t thread, const Input& input, std::uint64_t task) {
    Machine machine(program_, input, &pool_);
    if (!run_to_end(machine, order, thread, random_)) return search_.give_up(task);
    machine.finish();
    search_.learn(machine.run, task);
    EXPECT_EQ(search_.needed_by_run(), machine.interferences);
  }

  const Program& program_;
  expr::Pool pool_;
  std::unique_ptr<solve::Solver> solver_;
  Search search_;
  std::mt19937 random_;
  std::size_t at_a_time_;
};

std::string difference(const Least& expected, const Sides& found, std::size_t most) {
  std::string text;
  for (const auto& [side, least] : expected) {
    if (least > most) continue;
    const auto place = found.find(side);
    if (place != found.end() && place->second == least) continue;
    text += "side " + std::to_string(side.first) + (side.second ? "+" : "-") + " needs " + std::to_string(least) +
            ", found " + (place == found.end() ? "not at all" : "with " + std::to_string(place->second)) + "\n";
  }
  for (const auto& [side, least] : found) {
    const auto place = expected.find(side);
    if (place == expected.end() || place->second > least)
      text += "side " + std::to_string(side.first) + " is impossible\n";
  }
  return text;
}

void compare(unsigned first, unsigned programs, const SearchOptions& options, std::size_t at_a_time = ~std::size_t{0}) {
  unsigned compared = 0;
  unsigned whole = 0;
  for (unsigned seed = first; compared < programs; ++seed) {
    Programs random(seed);
    const Program program = random.next();
    Least least;
    if (!enumerate(program, least)) continue;
    ++compared;
    const Outcome outcome = Driver(program, options, seed, at_a_time).run();
    ASSERT_TRUE(outcome.finished) << seed;
    // Where it says that nothing was left out for the bound, there is nothing with more interferences either.
    const std::size_t most = outcome.goes_beyond ? options.most : ~std::size_t{0};
    whole += outcome.goes_beyond ? 0 : 1;
    ASSERT_EQ(difference(least, outcome.sides, most), "") << "seed " << seed << "\n" << text_of(program);
    ASSERT_EQ(outcome.strayed, 0u) << "seed " << seed << "\n" << text_of(program);
    ASSERT_EQ(outcome.unknown, 0u) << seed;
  }
  EXPECT_TRUE(whole > 0 || options.most != kMost);
}

unsigned size() { return test_size(60, 2'000); }

TEST(Interference, FindsTheSidesThatBruteForceFinds) { compare(1, size(), {.most = kMost}); }

// So that somebody can look at the time in between.
TEST(Interference, FindsThemAFewCandidatesAtATime) { compare(1, size() / 10, {.most = 2}, 3); }

// What makes it faster changes nothing else.
TEST(Interference, FindsThemWithoutCores) { compare(1, size() / 10, {.most = 2, .cores = false}); }
TEST(Interference, FindsThemWithoutPriorities) { compare(1, size() / 10, {.most = 2, .priorities = false}); }
TEST(Interference, FindsThemWithoutTheCache) { compare(1, size() / 20, {.most = 1, .cache = false}); }

}  // namespace
}  // namespace sleave::interference::test
