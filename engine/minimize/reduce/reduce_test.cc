#include "engine/minimize/reduce/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/minimize/reduce/size.h"
#include "engine/testing/toy_program.h"
#include "engine/trace/schedule.h"

namespace sleave {
namespace {

using Order = ToyProgram::Order;

// Three threads, each between two points of the one before.
bool chain(const Order& order) {
  return comes_between(order) && place(order, 2, 0) < place(order, 3, 0) && place(order, 3, 0) < place(order, 2, 1);
}

Order order_of(const Trace& trace) {
  Order order;
  for (const sleave_event& event : trace.events) order.push_back(event.thread);
  return order;
}

// Smallest size of all failing orders, by trying them all.
RunSize smallest(const ToyProgram& program) {
  RunSize best{.choices = ~0ull};
  program.each_order([&](const Order& order) {
    const Trace trace = program.trace_of(order);
    if (order.front() == 0 && trace.outcome() == SLEAVE_OUTCOME_failed) best = std::min(best, size_of(trace));
  });
  return best;
}

// A random order in which main has the first point, as in every program.
Order random_order(std::vector<std::uint64_t> left, Rng& rng) {
  Order order{0};
  --left[0];
  std::vector<std::uint32_t> rest;
  for (std::uint32_t thread = 0; thread < left.size(); ++thread) rest.insert(rest.end(), left[thread], thread);
  while (!rest.empty()) {
    const auto at = rest.begin() + static_cast<std::ptrdiff_t>(rng.below(rest.size()));
    order.push_back(*at);
    rest.erase(at);
  }
  return order;
}

void reduces_to_the_smallest(const std::vector<std::uint64_t>& points, const ToyProgram::Fails& fails) {
  ToyProgram program(points, fails);
  const RunSize best = smallest(program);
  Symbolizer symbolizer;
  Rng rng(7);
  int tried = 0;
  while (tried < 40) {
    const Trace failed = program.trace_of(random_order(points, rng));
    if (failed.outcome() != SLEAVE_OUTCOME_failed) continue;
    ++tried;
    Attempts attempts(program, symbolizer, failed, {2'000});
    const std::optional<Reduced> reduced = reduce(attempts, Plan{}, failed);
    const RunSize size = reduced ? size_of(reduced->trace) : size_of(failed);
    EXPECT_EQ(size.preemptions, best.preemptions);
    EXPECT_EQ(size.switches, best.switches);
    if (!reduced) continue;
    const Trace again = *program.run(reduced->plan, Detail::full);
    EXPECT_EQ(order_of(again), order_of(reduced->trace)) << "the plan repeats it";
  }
}

TEST(Reduce, ReachesTheSmallestRunOfAnAtomicityViolation) { reduces_to_the_smallest({1, 3, 3, 2}, comes_between); }
TEST(Reduce, ReachesTheSmallestRunOfALostUpdate) { reduces_to_the_smallest({2, 3, 3}, loses_update); }
TEST(Reduce, ReachesTheSmallestRunOfAChain) { reduces_to_the_smallest({1, 2, 3, 2}, chain); }

TEST(Reduce, SaysNothingOfARunThatIsSmallest) {
  ToyProgram program({2, 2}, [](const Order&) { return true; });
  const Trace failed = program.trace_of({0, 0, 1, 1});
  Symbolizer symbolizer;
  Attempts attempts(program, symbolizer, failed, {100});
  EXPECT_FALSE(reduce(attempts, Plan{}, failed).has_value());
}

TEST(Reduce, KeepsItsBudgetAndWhatItFound) {
  ToyProgram program({4, 8, 8}, loses_update);
  const Trace failed = program.trace_of({0, 0, 0, 0, 1, 1, 2, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2});
  ASSERT_EQ(failed.outcome(), SLEAVE_OUTCOME_failed);
  Symbolizer symbolizer;
  Attempts attempts(program, symbolizer, failed, {5});
  const std::optional<Reduced> reduced = reduce(attempts, Plan{}, failed);
  EXPECT_LE(program.runs, 5u);
  EXPECT_TRUE(attempts.over());
  if (reduced) {
    EXPECT_LT(size_of(reduced->trace), size_of(failed));
  }
}

// One thread sets a timer after `set` of its points, and fails if the timer goes off before its last one.
class TimerProgram final : public Runner {
 public:
  TimerProgram(std::uint64_t points, std::uint64_t set) : points_(points), set_(set) {}

  Result<Trace> run(const Plan& plan, Detail /*detail*/) override {
    for (const sleave_decision& decision : plan.decisions) {
      if (decision.kind == SLEAVE_CHOICE_timer) return trace_of(decision.index);
    }
    return trace_of(points_);
  }

  [[nodiscard]] Trace trace_of(std::uint64_t goes_off) const {
    const bool fails = goes_off >= set_ && goes_off < points_;
    Trace trace = ToyProgram({points_}, [=](const Order&) { return fails; }).trace_of(Order(points_, 0));
    if (fails) trace.choices.push_back({0, SLEAVE_CHOICE_timer, SLEAVE_EV_atomic_store, goes_off, 1, goes_off});
    return trace;
  }

 private:
  std::uint64_t points_;
  std::uint64_t set_;
};

TEST(Reduce, LetsATimerGoOffAsSoonAsItIsSet) {
  for (const std::uint64_t set : {0u, 1u, 17u, 39u}) {
    TimerProgram program(50, set);
    const Trace failed = program.trace_of(40);
    Symbolizer symbolizer;
    Attempts attempts(program, symbolizer, failed, {1'000});
    const std::optional<Reduced> reduced = reduce(attempts, Plan{}, failed);
    ASSERT_TRUE(reduced.has_value()) << set;
    ASSERT_EQ(reduced->trace.choices.size(), 1u);
    EXPECT_EQ(reduced->trace.choices[0].index, set);
  }
}

TEST(Schedule, ItsDecisionsRepeatTheRun) {
  ToyProgram program({2, 2, 2}, [](const Order&) { return false; });
  program.each_order([&](const Order& order) {
    if (order.front() != 0) return;
    Plan plan;
    plan.decisions = decisions_of(schedule_of(program.trace_of(order)));
    EXPECT_EQ(order_of(*program.run(plan, Detail::full)), order);
  });
}

}  // namespace
}  // namespace sleave
