#include "engine/minimize/cause.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/minimize/toy_program.h"

namespace sleave {
namespace {

using Order = ToyProgram::Order;

// What is named is enough: in all interleavings there are.
void is_enough(ToyProgram program, const ToyProgram::Fails& fails, const Order& failing, bool any) {
  const Trace told = program.trace_of(failing);
  ASSERT_EQ(told.outcome(), SLEAVE_OUTCOME_failed);
  Symbolizer symbolizer;
  Attempts attempts(program, symbolizer, told, 1'000);
  const Plan plan;
  Trials trials(attempts, plan, told);
  const std::optional<Cause> cause = find_cause(trials);
  ASSERT_TRUE(cause.has_value());
  EXPECT_EQ(!cause->orderings.empty(), any);
  EXPECT_GT(cause->runs, 0u);
  EXPECT_EQ(cause->failed, cause->runs);
  EXPECT_TRUE(cause->reversed_failed < cause->reversed_runs || !any);
  const auto holds = [](const Order& order, const Ordering& ordering) {
    const auto at = [&](const Moment& moment) {
      return place(order, moment.thread, SLEAVE_SITE_OFFSET(moment.site) - 0x1000);
    };
    return at(ordering.first) < at(ordering.second);
  };
  program.each_order([&](const Order& order) {
    const auto so = [&](const Ordering& ordering) { return holds(order, ordering); };
    if (std::all_of(cause->orderings.begin(), cause->orderings.end(), so)) {
      EXPECT_TRUE(fails(order));
    }
  });
}

TEST(Cause, OfAnAtomicityViolation) {
  is_enough(ToyProgram({1, 3, 3}, comes_between), comes_between, {0, 1, 2, 2, 2, 1, 1}, true);
}

TEST(Cause, OfALostUpdate) {
  is_enough(ToyProgram({1, 3, 3}, loses_update), loses_update, {0, 1, 1, 2, 2, 2, 1}, true);
}

TEST(Cause, WithAThreadThatHasNoPartInIt) {
  is_enough(ToyProgram({1, 3, 3, 2}, loses_update), loses_update, {0, 3, 3, 1, 1, 2, 2, 2, 1}, true);
}

TEST(Cause, OfAFailureThatNeedsNoOrder) {
  const auto always = [](const Order&) { return true; };
  is_enough(ToyProgram({2, 2, 1}, always), always, {0, 0, 1, 2, 1}, false);
}

}  // namespace
}  // namespace sleave
