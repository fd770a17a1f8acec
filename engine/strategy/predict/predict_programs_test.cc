// Prediction against brute force on random programs.
//
// A run of a program is observed. What is predicted from it must be what all its correct reorderings show, for each of
// the three definitions of what is correct (correct_reorderings_test.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/base/test_size.h"
#include "engine/predict/search.h"
#include "engine/testing/correct_reorderings.h"
#include "engine/testing/observed_program.h"
#include "engine/testing/random_program.h"

namespace sleave::predict::test {
namespace {

using graph::test::Generator;
using graph::test::Mixture;

unsigned programs_of_each_mixture() { return test_size(300, 3'000, 20'000); }

std::vector<Prediction> predictions(const History& history, const std::optional<Dependence>& dependence) {
  std::vector<Prediction> found;
  std::unordered_set<Key> known;
  std::uint64_t effort = 1'000'000;
  const Search search{history, known, effort, found};
  find_races(search);
  find_deadlocks(search);
  if (dependence) {
    SolverCounts counts;
    SolvedOrders orders(history, *dependence, counts);
    solve_races(search, orders);
    solve_deadlocks(search, orders);
    EXPECT_EQ(counts.given_up, 0u);
    EXPECT_TRUE(orders.may_ask());
  }
  find_meetings(search);
  return found;
}

// Something happens before some of the branches.
Program with_late_branches(Program program, unsigned seed) {
  std::mt19937 random(seed);
  for (auto& code : program.threads) {
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (code[i].code != Code::if_equal || random() % 2 == 0) continue;
      const std::uint64_t x = random() % 2;
      const Code what = random() % 2 == 0 ? Code::write : Code::write_next;
      for (std::size_t k = 0; k < i; ++k) {
        if (code[k].skip != 0 && k + code[k].skip >= i) ++code[k].skip;
      }
      code.insert(code.begin() + static_cast<std::ptrdiff_t>(i), {what, x, 1 + random() % 2});
      ++i;
    }
  }
  return program;
}

Deadlock deadlock_of(const History& history, const Prediction& prediction) {
  Deadlock cycle;
  for (const EventId id : prediction.events) {
    Wish wish{history.event(id).thread, history.event(id).lock};
    for (const EventId held : history.held(id)) wish.push_back(history.event(held).lock);
    std::sort(wish.begin() + 2, wish.end());
    cycle.insert(wish);
  }
  return cycle;
}

// The run that is planned for a prediction does what the observed one did, event by event, and then both accesses, or
// all acquisitions, are next in their threads. `kept`: what it reads.
void confirm(const Program& program, const Observed& run, const History& history, const Prediction& prediction,
             Kept kept) {
  Machine machine(program);
  std::vector<std::size_t> at(program.threads.size());
  for (const EventId id : prediction.order) {
    if (std::find(prediction.events.begin(), prediction.events.end(), id) != prediction.events.end()) break;
    const std::uint32_t thread = history.event(id).thread;
    ASSERT_EQ(history.of_thread(thread)[at[thread]], id);
    ASSERT_TRUE(machine.enabled(thread));
    const Step step = machine.run(thread, std::min(run.choices[id], machine.choices(thread) - 1));
    ++at[thread];
    ASSERT_EQ(step.kind, run.steps[id].kind);
    ASSERT_EQ(step.location, run.steps[id].location);
    if (history.event(id).reads && kept != Kept::values_that_decide) {
      ASSERT_EQ(step.found, run.steps[id].found);
    }
  }
  for (const EventId id : prediction.events) {
    const std::uint32_t thread = history.event(id).thread;
    ASSERT_EQ(history.of_thread(thread)[at[thread]], id);
    ASSERT_EQ(machine.enabled(thread), prediction.kind == Prediction::Kind::race);
    const graph::test::Instruction* next = machine.pending(thread);
    ASSERT_NE(next, nullptr);
    ASSERT_EQ(next->x, run.steps[id].location);
  }
}

// The run that is planned for a meeting does what the observed one did, up to the event that finds what another left.
void confirm_meeting(const Program& program, const Observed& run, const History& history,
                     const Prediction& prediction) {
  Machine machine(program);
  std::vector<std::size_t> at(program.threads.size());
  std::map<std::uint64_t, EventId> writer;
  const EventId finds = prediction.events[1];
  for (const EventId id : prediction.order) {
    const Event& event = history.event(id);
    ASSERT_EQ(history.of_thread(event.thread)[at[event.thread]++], id);
    if (id == finds) break;
    ASSERT_TRUE(machine.enabled(event.thread));
    const Step step = machine.run(event.thread, std::min(run.choices[id], machine.choices(event.thread) - 1));
    if (event.reads) {
      ASSERT_EQ(step.found, run.steps[id].found);
    }
    if (event.writes) writer[event.location] = id;
  }
  ASSERT_EQ(prediction.order.back(), finds);
  ASSERT_TRUE(machine.enabled(history.event(finds).thread));
  if (history.event(finds).bytes != 0) {
    ASSERT_EQ(writer[history.event(finds).location], prediction.events[0]);
  }
}

struct Counts {
  std::size_t races = 0;
  std::size_t deadlocks = 0;
  std::size_t meetings = 0;  // precise ones
};

// `judged`: brute force is to say the same.
Counts compare(const Mixture& mixture, Kept kept, bool judged = true) {
  Counts counts;
  for (unsigned seed = 1; seed <= programs_of_each_mixture(); ++seed) {
    const bool by_decisions = kept == Kept::values_that_decide;
    Program program = Generator(seed, mixture).program();
    if (by_decisions) program = with_late_branches(std::move(program), seed);
    const Observed run = observe(program, seed);
    const History history = history_of(program, run);
    const Dependence dependence = by_decisions ? dependence_of(program, run, history) : everything_decides(history);
    const bool solve = kept != Kept::stores_and_order_of_sections;
    std::set<Pair> races;
    std::set<Deadlock> deadlocks;
    for (const Prediction& prediction : predictions(history, solve ? std::optional(dependence) : std::nullopt)) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      if (is_meeting(prediction.kind)) {
        if (!prediction.precise) continue;
        confirm_meeting(program, run, history, prediction);
        ++counts.meetings;
        continue;
      }
      confirm(program, run, history, prediction, kept);
      if (prediction.kind == Prediction::Kind::race)
        races.insert(std::minmax(prediction.events[0], prediction.events[1]));
      if (prediction.kind == Prediction::Kind::deadlock) deadlocks.insert(deadlock_of(history, prediction));
    }
    counts.races += races.size();
    counts.deadlocks += deadlocks.size();
    if (testing::Test::HasFailure()) break;
    if (!judged) continue;
    const BruteForce expected(program, run, history, dependence, kept);
    EXPECT_EQ(races, expected.races) << "seed " << seed;
    EXPECT_EQ(deadlocks, expected.deadlocks) << "seed " << seed;
    if (testing::Test::HasFailure()) break;
  }
  return counts;
}

// The same without a solver and with it, each against what it should be.
void expect_those_of_brute_force(const Mixture& mixture, std::size_t races, std::size_t deadlocks) {
  const Counts closed = compare(mixture, Kept::stores_and_order_of_sections);
  EXPECT_GT(closed.races, races);
  EXPECT_GT(closed.deadlocks, deadlocks);
  const Counts solved = compare(mixture, Kept::values);
  EXPECT_GT(solved.races, closed.races);
}

TEST(PredictPrograms, RacesAndDeadlocksAreThoseOfBruteForce) {
  expect_those_of_brute_force(
      {Code::read, Code::write, Code::write_next, Code::add, Code::if_equal, Code::lock, Code::lock}, 100, 0);
}

TEST(PredictPrograms, DeadlocksAreThoseOfBruteForce) {
  expect_those_of_brute_force({Code::read, Code::write, Code::lock, Code::lock, Code::lock, Code::lock}, 100, 3);
}

TEST(PredictPrograms, WhereReadsThatDecideNothingMayChangeTheyAreThoseOfBruteForce) {
  const Mixture mixture{Code::read,     Code::write,    Code::write_next, Code::add,  Code::add,
                        Code::if_equal, Code::if_equal, Code::lock,       Code::lock, Code::lock};
  const Counts held = compare(mixture, Kept::values);
  const Counts followed = compare(mixture, Kept::values_that_decide);
  EXPECT_GT(held.races, 100u);
  EXPECT_GT(followed.races, held.races + held.races / 10);
  const Mixture locks{Code::read, Code::add, Code::lock, Code::lock, Code::lock, Code::lock};
  const Counts nested = compare(locks, Kept::values_that_decide);
  EXPECT_GT(nested.deadlocks, 3u);
}

TEST(PredictPrograms, WithEverythingElseEachPredictionIsConfirmed) {
  const Counts counts = compare({Code::read, Code::write, Code::cas, Code::if_equal, Code::lock, Code::try_lock,
                                 Code::read_lock, Code::write_lock, Code::acquire, Code::release, Code::once,
                                 Code::enqueue, Code::signal, Code::broadcast, Code::choose},
                                Kept::values, false);
  EXPECT_GT(counts.races, 10u);
  EXPECT_GT(counts.meetings, 10u);
}

}  // namespace
}  // namespace sleave::predict::test
