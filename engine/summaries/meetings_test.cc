// Random small operations on a heap that input bytes link, next to brute force over all inputs and all interleavings.
#include "engine/summaries/meetings.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/expr/traced_test.h"
#include "engine/summaries/second_thread.h"
#include "engine/summaries/summarize.h"

namespace sleave::summaries {
namespace {

using expr::Op;

constexpr unsigned kNodes = 2;
constexpr std::uint64_t kNode = 0x10000;    // node n lies n times 64 bytes from here; node 0 is null
constexpr std::uint64_t kGlobal = 0x20000;  // one variable, 0 at first
constexpr std::uint64_t kLocks = 0x30000;   // of nodes, and of no node
constexpr std::uint64_t kStructure = 100;   // names of inputs
constexpr std::uint64_t kArgument = 0x1234567890;

enum class Code : std::uint8_t {
  follow,        // p = p->next; ends if it is null
  read_value,    // ends if p->value is 0
  write_value,   // p->value = 1
  write_global,  // global = 1
  read_global,   // skips one instruction if global is 0
  link,          // p->next = null
  argument,      // ends if the argument is 0
  lock_node,     // of p, until the end of the operation
  lock_global,
  unlock,  // the last one
};
struct Instruction {
  Code code;
  sleave_site site;
};
using Program = std::vector<Instruction>;

// Bytes: what the root and each node's link are, then the values.
struct Input {
  std::array<std::uint8_t, 1 + kNodes> links{};
  std::array<std::uint8_t, kNodes> values{};
  std::array<std::uint8_t, 2> arguments{};  // of each thread
};

std::vector<Input> all_inputs() {
  std::vector<Input> all{{}};
  const auto vary = [&](auto member, unsigned values) {
    std::vector<Input> more;
    for (const Input& each : all) {
      for (unsigned value = 0; value < values; ++value) {
        Input other = each;
        member(other) = static_cast<std::uint8_t>(value);
        more.push_back(other);
      }
    }
    all = std::move(more);
  };
  for (unsigned i = 0; i <= kNodes; ++i) vary([i](Input& input) -> auto& { return input.links[i]; }, kNodes + 1);
  for (unsigned i = 0; i < kNodes; ++i) vary([i](Input& input) -> auto& { return input.values[i]; }, 2);
  for (unsigned i = 0; i < 2; ++i) vary([i](Input& input) -> auto& { return input.arguments[i]; }, 2);
  return all;
}

Program random_program(Rng& rng, sleave_site first) {
  Program program{{Code::follow, first}};
  constexpr Code kNested[] = {Code::follow, Code::lock_node, Code::lock_global};  // what deadlocks consist of
  const bool nests = rng.below(2) == 0;
  unsigned locks = 0;
  for (std::uint64_t left = 2 + rng.below(4); left-- > 0;) {
    auto code = nests && rng.below(3) != 0 ? kNested[rng.below(3)] : static_cast<Code>(rng.below(10));
    if (code == Code::unlock && locks == 0) code = Code::write_value;
    if (code == Code::lock_node || code == Code::lock_global) ++locks;
    if (code == Code::unlock) --locks;
    program.push_back({code, first + program.size()});
  }
  return program;
}

// One thread's progress.
struct Runner {
  std::size_t at = 0;
  unsigned node = 0;  // p; 0 before the first follow: the root
  std::vector<std::uint64_t> held{};
  bool done = false;
  bool operator<(const Runner& other) const {
    return std::tie(at, node, held, done) < std::tie(other.at, other.node, other.held, other.done);
  }
};

// What the next instruction touches: address 0: nothing that is shared.
struct Touch {
  std::uint64_t address = 0;
  bool writes = false;
  bool locks = false;
};

bool holds(const Runner& runner, std::uint64_t lock) {
  return std::find(runner.held.begin(), runner.held.end(), lock) != runner.held.end();
}

// A lock that is held already is not taken again.
Touch lock_touch(const Runner& runner, std::uint64_t lock) {
  return holds(runner, lock) ? Touch{} : Touch{lock, false, true};
}

Touch touch_of(const Program& program, const Runner& runner) {
  if (runner.done || runner.at >= program.size()) return {};
  const std::uint64_t node = kNode + 64 * runner.node;
  switch (program[runner.at].code) {
    case Code::follow:
      return {node};
    case Code::read_value:
      return {node + 8};
    case Code::write_value:
      return {node + 8, true};
    case Code::link:
      return {node, true};
    case Code::write_global:
      return {kGlobal, true};
    case Code::read_global:
      return {kGlobal};
    case Code::lock_node:
      return lock_touch(runner, kLocks + 64 * runner.node);
    case Code::lock_global:
      return lock_touch(runner, kLocks + 64 * 10);
    default:
      return {};
  }
}

using Memory = std::map<std::uint64_t, std::uint64_t>;

Memory memory_of(const Input& input) {
  Memory memory;
  for (unsigned i = 0; i <= kNodes; ++i) memory[kNode + 64 * i] = input.links[i];
  for (unsigned i = 1; i <= kNodes; ++i) memory[kNode + 64 * i + 8] = input.values[i - 1];
  memory[kNode + 8] = 1;  // the root's
  memory[kGlobal] = 0;
  return memory;
}

// Makes the next instruction. `memory` is read and written by place.
void make(const Program& program, Runner& runner, Memory& memory, unsigned argument) {
  const Touch touch = touch_of(program, runner);
  const Code code = program[runner.at++].code;
  switch (code) {
    case Code::follow:
      runner.node = static_cast<unsigned>(memory[touch.address]);
      runner.done = runner.node == 0;
      break;
    case Code::read_value:
      runner.done = memory[touch.address] == 0;
      break;
    case Code::write_value:
    case Code::write_global:
      memory[touch.address] = 1;
      break;
    case Code::link:
      memory[touch.address] = 0;
      break;
    case Code::read_global:
      if (memory[touch.address] == 0) ++runner.at;
      break;
    case Code::argument:
      runner.done = argument == 0;
      break;
    case Code::lock_node:
    case Code::lock_global:
      if (touch.locks) runner.held.push_back(touch.address);
      break;
    case Code::unlock:
      if (!runner.held.empty()) runner.held.pop_back();
      break;
  }
  if (runner.at >= program.size()) runner.done = true;
}

using Pair = std::pair<sleave_site, sleave_site>;
struct Found {
  std::map<Pair, bool> races;      // whether some run that shows it is undisturbed
  std::map<Pair, bool> deadlocks;  // likewise
};

// All interleavings of one input.
class BruteForce {
 public:
  BruteForce(const std::array<Program, 2>& programs, const Input& input, Found& found)
      : programs_(programs), input_(input), found_(found) {
    visit({.memory = memory_of(input)});
  }

 private:
  struct State {
    std::array<Runner, 2> runners{};
    Memory memory{};
    std::map<std::uint64_t, unsigned> writers{};  // the last of each address
    bool disturbed = false;
    bool operator<(const State& other) const {
      return std::tie(runners, memory, writers, disturbed) <
             std::tie(other.runners, other.memory, other.writers, other.disturbed);
    }
  };

  static void note(std::map<Pair, bool>& where, Pair sites, bool disturbed) {
    if (sites.first > sites.second) std::swap(sites.first, sites.second);
    where[sites] = where[sites] || !disturbed;
  }

  [[nodiscard]] bool is_blocked(const State& state, unsigned thread) const {
    const Touch touch = touch_of(programs_[thread], state.runners[thread]);
    return touch.locks && holds(state.runners[1 - thread], touch.address);
  }

  void visit(const State& state) {
    if (!seen_.insert(state).second) return;
    const Touch a = touch_of(programs_[0], state.runners[0]);
    const Touch b = touch_of(programs_[1], state.runners[1]);
    const auto site = [&](unsigned thread) { return programs_[thread][state.runners[thread].at].site; };
    if (a.address != 0 && a.address == b.address && !a.locks && (a.writes || b.writes))
      note(found_.races, {site(0), site(1)}, state.disturbed);
    if (a.locks && b.locks && holds(state.runners[1], a.address) && holds(state.runners[0], b.address))
      note(found_.deadlocks, {site(0), site(1)}, state.disturbed);
    for (unsigned thread = 0; thread < 2; ++thread) {
      if (state.runners[thread].done || is_blocked(state, thread)) continue;
      State next = state;
      const Touch touch = thread == 0 ? a : b;
      if (touch.address != 0 && !touch.locks) {
        const auto writer = next.writers.find(touch.address);
        if (!touch.writes && writer != next.writers.end() && writer->second != thread) next.disturbed = true;
        if (touch.writes) next.writers[touch.address] = thread;
      }
      make(programs_[thread], next.runners[thread], next.memory, input_.arguments[thread]);
      visit(next);
    }
  }

  const std::array<Program, 2>& programs_;
  const Input& input_;
  Found& found_;
  std::set<State> seen_;
};

// What the runtime would record of one operation that runs alone as the first thread.
class Recorded {
 public:
  Recorded(const Program& program, const Input& input) : program_(program), input_(input) {
    traced.add_thread();
    links_ = traced.input(kStructure, "links", {input.links.begin(), input.links.end()});
    values_ = traced.input(kStructure + 1, "values", {input.values.begin(), input.values.end()});
    for (const std::uint32_t link : links_) assume_below(link, kNodes + 1);
    for (const std::uint32_t value : values_) assume_below(value, 2);
    event(0, SLEAVE_EV_thread_create, 0, 1);
    event(1, SLEAVE_EV_thread_start, 0, 2);
    argument_ = traced.input(kArgument, "argument", {input.arguments[0]}, 1)[0];
    assume_below(argument_, 2);
    event(1, SLEAVE_EV_semaphore_post, 0, 3);
    event(1, SLEAVE_EV_semaphore_wait, 0, 4);
    run();
  }

  expr::Traced traced;

 private:
  void assume_below(std::uint32_t byte, std::uint8_t limit) {
    const std::uint32_t below = traced.make(Op::ult, 1, {byte, traced.constant(8, limit), 0});
    traced.path_constraint(below, SLEAVE_PATH_CONSTRAINT_assumption);
  }

  void run() {
    Memory memory = memory_of(input_);
    std::map<std::uint64_t, std::uint32_t> expressions;  // of memory; 0: none
    for (unsigned i = 0; i <= kNodes; ++i) expressions[kNode + 64 * i] = links_[i];
    for (unsigned i = 0; i < kNodes; ++i) expressions[kNode + 64 * (i + 1) + 8] = values_[i];
    std::uint32_t pointer = 0;  // expression of p
    for (Runner runner; !runner.done;) {
      const Instruction& next = program_[runner.at];
      const Touch touch = touch_of(program_, runner);
      const bool by_pointer = touch.address != 0 && touch.address != kGlobal && next.code != Code::lock_global;
      if (by_pointer && pointer != 0) use_address(pointer, next.site);
      if (next.code == Code::unlock) {
        if (!runner.held.empty()) event(1, SLEAVE_EV_mutex_unlock, runner.held.back(), next.site);
      } else if (touch.locks) {
        event(1, SLEAVE_EV_mutex_lock, touch.address, next.site);
      } else if (touch.address != 0) {
        event(1, touch.writes ? SLEAVE_EV_plain_write : SLEAVE_EV_plain_read, touch.address, next.site);
      }
      const std::uint32_t read = expressions[touch.address];
      if (touch.writes) expressions[touch.address] = 0;
      make(program_, runner, memory, input_.arguments[0]);
      if (next.code == Code::follow) pointer = read;
      const bool decides = next.code == Code::follow || next.code == Code::read_value || next.code == Code::read_global;
      if (decides && read != 0) branch(read, next.site);
      if (next.code == Code::argument) branch(argument_, next.site);
    }
  }

  void branch(std::uint32_t byte, sleave_site site) {
    traced.path_constraint(traced.is(byte, 0), SLEAVE_PATH_CONSTRAINT_branch, 1, site);
  }
  void use_address(std::uint32_t byte, sleave_site site) {
    const std::uint32_t wide = traced.make(Op::concat, 64, {traced.constant(56, 0), byte, 0});
    const std::uint32_t offset = traced.make(Op::mul, 64, {wide, traced.constant(64, 64), 0});
    const std::uint32_t word = traced.make(Op::add, 64, {offset, traced.constant(64, kNode), 0});
    traced.path_constraint(word, SLEAVE_PATH_CONSTRAINT_address, 1, site);
  }

  void event(std::uint32_t thread, std::uint8_t kind, std::uint64_t address, sleave_site site) {
    sleave_event event{};
    event.thread = thread;
    event.kind = kind;
    event.site = site;
    event.size = kind == SLEAVE_EV_plain_read || kind == SLEAVE_EV_plain_write ? 8 : 0;
    event.location = address == 0 ? 0 : SLEAVE_LOCATION(SLEAVE_SPACE_ABSOLUTE, 0, address);
    traced.trace.events.push_back(event);
  }

  const Program& program_;
  const Input& input_;
  std::vector<std::uint32_t> links_;
  std::vector<std::uint32_t> values_;
  std::uint32_t argument_ = 0;
};

OperationSummaries summaries_of(const Program& program, Solving& solving) {
  OperationSummaries made;
  std::set<std::uint64_t> paths;
  for (const Input& input : all_inputs()) {
    const Recorded recorded(program, input);
    const std::optional<expr::Path> path = solving.path_of(recorded.traced.trace, Solving::Wanted::all);
    EXPECT_TRUE(path) << solving.report().wrong_why;
    if (!path || recorded.traced.trace.outcome() != SLEAVE_OUTCOME_exited) continue;
    if (!paths.insert(hash_of(path->path_constraints)).second) continue;
    std::optional<Summary> summary = summarize(recorded.traced.trace, *path, solving.pool());
    EXPECT_TRUE(summary);
    if (summary) made.paths.push_back(std::move(*summary));
  }
  made.complete = true;
  return made;
}

Input input_from(const expr::Values& values, Solving& solving, std::uint64_t second_argument) {
  Input input;
  const auto byte = [&](std::uint64_t name, std::size_t i) {
    const expr::Variables::Input* const known = solving.variables().find(name);
    return known == nullptr ? std::uint8_t{0} : values[known->numbers[i]];
  };
  for (unsigned i = 0; i <= kNodes; ++i) input.links[i] = byte(kStructure, i);
  for (unsigned i = 0; i < kNodes; ++i) input.values[i] = byte(kStructure + 1, i);
  input.arguments = {byte(kArgument, 0), byte(second_argument, 0)};
  return input;
}

// Both threads are where the meeting says when its order was followed with its input.
void follow(const Meeting& meeting, const std::array<Program, 2>& programs, const Input& input,
            const std::array<const Summary*, 2>& paths) {
  Memory memory = memory_of(input);
  std::array<Runner, 2> runners;
  std::array<std::size_t, 2> step{};
  std::array<std::size_t, 2> unit{};
  std::array<std::vector<std::size_t>, 2> units = {units_of(paths[0]->steps, meeting.points),
                                                   units_of(paths[1]->steps, meeting.points)};
  const auto next_site = [&](unsigned thread) { return programs[thread][runners[thread].at].site; };
  // Instructions that are no steps are made along with the step before them.
  const auto is_no_step = [&](unsigned thread) {
    const Runner& runner = runners[thread];
    if (runner.done || touch_of(programs[thread], runner).address != 0) return false;
    return programs[thread][runner.at].code != Code::unlock || runner.held.empty();
  };
  const auto skip = [&](unsigned thread) {
    while (is_no_step(thread)) make(programs[thread], runners[thread], memory, input.arguments[thread]);
  };
  for (const std::uint8_t thread : meeting.order.threads) {
    const std::vector<std::size_t>& begins = units[thread];
    const std::size_t end = unit[thread] + 1 < begins.size() ? begins[unit[thread] + 1] : paths[thread]->steps.size();
    for (; step[thread] < end; ++step[thread]) {
      if (step[thread] == 0) {  // is let go
        skip(thread);
        continue;
      }
      ASSERT_FALSE(runners[thread].done);
      ASSERT_EQ(next_site(thread), paths[thread]->steps[step[thread]].site);
      const Touch touch = touch_of(programs[thread], runners[thread]);
      ASSERT_FALSE(touch.locks && holds(runners[1 - thread], touch.address));
      make(programs[thread], runners[thread], memory, input.arguments[thread]);
      skip(thread);
    }
    ++unit[thread];
  }
  ASSERT_FALSE(runners[0].done || runners[1].done);
  EXPECT_EQ((Pair{next_site(0), next_site(1)}), meeting.sites);
  const Touch a = touch_of(programs[0], runners[0]);
  const Touch b = touch_of(programs[1], runners[1]);
  if (meeting.kind == MeetingKind::race) {
    EXPECT_TRUE(a.address == b.address && (a.writes || b.writes));
  } else {
    EXPECT_TRUE(holds(runners[1], a.address) && holds(runners[0], b.address));
  }
}

struct Totals {
  std::size_t races = 0;
  std::size_t disturbed = 0;  // of these, in disturbed runs only
  std::size_t deadlocks = 0;
  std::size_t found = 0;
};

void compare(const std::map<Pair, bool>& expected, const std::map<Pair, bool>& met, const char* what) {
  for (const auto& [sites, undisturbed] : expected) {
    if (undisturbed) {
      EXPECT_TRUE(met.contains(sites) && met.at(sites)) << what << " " << sites.first << " " << sites.second;
    }
  }
  for (const auto& [sites, undisturbed] : met) {
    if (undisturbed) {
      EXPECT_TRUE(expected.contains(sites)) << what << " " << sites.first << " " << sites.second;
    }
  }
}

void check(std::uint64_t seed, Totals& totals) {
  SCOPED_TRACE(seed);
  Rng rng(seed);
  const std::array<Program, 2> programs = {random_program(rng, 0x100), random_program(rng, 0x200)};
  Found found;
  for (const Input& input : all_inputs()) BruteForce(programs, input, found);
  Result<std::unique_ptr<Solving>> solving = Solving::start({});
  ASSERT_TRUE(solving);
  const OperationSummaries first = summaries_of(programs[0], **solving);
  const OperationSummaries second = in_second_thread(summaries_of(programs[1], **solving), **solving);
  constexpr std::uint64_t kNoLimit = 1'000'000;
  Meetings meetings(first, second, **solving,
                    {.queries_of_place = kNoLimit, .tries_of_place = kNoLimit, .orders_of_place = kNoLimit});
  std::map<Pair, bool> races;
  std::map<Pair, bool> deadlocks;
  for (const Meeting& meeting : meetings.find()) {
    if (meeting.kind == MeetingKind::violation) continue;
    Pair sites = meeting.sites;
    if (sites.first > sites.second) std::swap(sites.first, sites.second);
    (meeting.kind == MeetingKind::race ? races : deadlocks)[sites] = meeting.order.undisturbed;
    if (!meeting.order.undisturbed) continue;
    ++totals.found;
    const Summary& one = first.paths[meeting.paths.first];
    const Summary& two = second.paths[meeting.paths.second];
    std::uint64_t argument = 0;
    for (const AskedInput& input : two.inputs) argument = input.of_thread ? input.name : argument;
    follow(meeting, programs, input_from(meeting.values, **solving, argument), {&one, &two});
  }
  compare(found.races, races, "race");
  compare(found.deadlocks, deadlocks, "deadlock");
  totals.races += found.races.size();
  totals.deadlocks += found.deadlocks.size();
  for (const auto& [sites, undisturbed] : found.races) totals.disturbed += undisturbed ? 0 : 1;
  if (meetings.apart()) {
    EXPECT_TRUE(found.races.empty() && found.deadlocks.empty());
  }
}

TEST(Meetings, AreThoseOfBruteForce) {
  const std::uint64_t programs = test_size(30, 1'000, 10'000);
  Totals totals;
  for (std::uint64_t seed = 1; seed <= programs && !HasFailure(); ++seed) check(seed, totals);
  EXPECT_GT(totals.races, programs / 2);
  EXPECT_GT(totals.found, programs / 2);
  RecordProperty("races", static_cast<int>(totals.races));
  RecordProperty("disturbed", static_cast<int>(totals.disturbed));
  RecordProperty("deadlocks", static_cast<int>(totals.deadlocks));
  std::printf("%zu races, %zu of them only after one thread read what the other wrote; %zu deadlocks; %zu meetings\n",
              totals.races, totals.disturbed, totals.deadlocks, totals.found);
}

}  // namespace
}  // namespace sleave::summaries
