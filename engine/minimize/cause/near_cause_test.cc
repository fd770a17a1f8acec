#include "engine/minimize/cause/near_cause.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/testing/toy_program.h"

namespace sleave {
namespace {

using Order = ToyProgram::Order;

void append(Order& order, std::uint32_t thread, std::uint64_t points) { order.insert(order.end(), points, thread); }

// Point `number` of a thread, as in ToyProgram.
Moment point(std::uint32_t thread, std::uint64_t number) {
  return {thread, SLEAVE_EV_atomic_store, SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 0x1000 + number), 0};
}

std::optional<Cause> cause_of(ToyProgram& program, const Order& failing) {
  const Trace reported = program.trace_of(failing);
  Symbolizer symbolizer;
  Attempts attempts(program, symbolizer, reported, {1'000});
  return find_near_cause(attempts, Plan(), reported);
}

// T2's point `middle` comes between T1's points `first` and `last`: whatever the sizes are, and wherever between the
// two T1 is stopped, exactly these are named, in a number of runs that grows with the logarithm of the length.
TEST(NearCause, NamesTheThreePointsOfAnAtomicityViolation) {
  Rng rng(5);
  for (std::uint64_t i = 0; i < test_size(40, 400); ++i) {
    const std::uint64_t ones = 2 + rng.below(60);
    const std::uint64_t twos = 1 + rng.below(60);
    const std::uint64_t first = rng.below(ones - 1);
    const std::uint64_t last = first + 1 + rng.below(ones - first - 1);
    const std::uint64_t middle = rng.below(twos);
    ToyProgram program({1, ones, twos}, [&](const Order& order) {
      return place(order, 1, first) < place(order, 2, middle) && place(order, 2, middle) < place(order, 1, last);
    });
    const std::uint64_t stop = first + 1 + rng.below(last - first);
    Order failing{0};
    append(failing, 1, stop);
    append(failing, 2, twos);
    append(failing, 1, ones - stop);
    const std::optional<Cause> cause = cause_of(program, failing);
    ASSERT_TRUE(cause.has_value());
    ASSERT_EQ(cause->reason.parts.size(), 2u);
    EXPECT_EQ(cause->reason.parts[0], (Ordering{point(1, first), point(2, middle)}));
    EXPECT_EQ(cause->reason.parts[1], (Ordering{point(2, middle), point(1, last)}));
    EXPECT_EQ(cause->reason.failed, cause->reason.runs);
    EXPECT_EQ(cause->reason.broken_failed, 0u);
    EXPECT_GT(cause->reason.broken_runs, 0u);
    EXPECT_LE(program.runs, 48u);
  }
}

// A run that ends where it fails: T2's point `late` should have come before T1's point `use`. T2 never got there, so
// what it was about to do, or what it did next in a run that passed, is named.
TEST(NearCause, NamesWhatAThreadDidNotComeTo) {
  Rng rng(6);
  for (std::uint64_t i = 0; i < test_size(40, 400); ++i) {
    const std::uint64_t ones = 1 + rng.below(30);
    const std::uint64_t twos = 2 + rng.below(30);
    const std::uint64_t use = ones - 1;
    const std::uint64_t late = 1 + rng.below(twos - 1);
    ToyProgram program = ToyProgram::ending_at_failure({1, ones, twos}, [&](const Order& order) {
      return place(order, 1, use) < order.size() && place(order, 1, use) < place(order, 2, late);
    });
    Order failing{0};
    append(failing, 2, 1 + rng.below(late));
    append(failing, 1, ones);
    const std::optional<Cause> cause = cause_of(program, failing);
    ASSERT_TRUE(cause.has_value());
    const std::vector<Ordering>& parts = cause->reason.parts;
    EXPECT_NE(std::find(parts.begin(), parts.end(), Ordering{point(1, use), point(2, late)}), parts.end());
    EXPECT_EQ(cause->reason.failed, cause->reason.runs);
    EXPECT_EQ(cause->reason.broken_failed, 0u);
  }
}

TEST(NearCause, TakesFewRunsHoweverLongTheRunIs) {
  constexpr std::uint64_t kPoints = 4'000;
  ToyProgram program({1, kPoints, kPoints}, [&](const Order& order) {
    return place(order, 1, 1'700) < place(order, 2, 2'310) && place(order, 2, 2'310) < place(order, 1, 1'701);
  });
  Order failing{0};
  append(failing, 1, 1'701);
  append(failing, 2, kPoints);
  append(failing, 1, kPoints - 1'701);
  const std::optional<Cause> cause = cause_of(program, failing);
  ASSERT_TRUE(cause.has_value());
  EXPECT_EQ(cause->reason.parts,
            (std::vector<Ordering>{{point(1, 1'700), point(2, 2'310)}, {point(2, 2'310), point(1, 1'701)}}));
  EXPECT_LE(program.runs, 24u)
      << "the run itself, one without the block, 12 halvings of it, a step to each side, and 8 "
         "variations";
}

TEST(NearCause, NothingWhereNoPreemptionMatters) {
  ToyProgram program({1, 4, 4}, [](const Order&) { return true; });
  Order failing{0};
  append(failing, 1, 2);
  append(failing, 2, 4);
  append(failing, 1, 2);
  EXPECT_FALSE(cause_of(program, failing).has_value());
  Order without{0};
  append(without, 1, 4);
  append(without, 2, 4);
  EXPECT_FALSE(cause_of(program, without).has_value());
}

}  // namespace
}  // namespace sleave
