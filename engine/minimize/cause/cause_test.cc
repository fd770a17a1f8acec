#include "engine/minimize/cause/cause.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/testing/toy_program.h"

namespace sleave {
namespace {

using Order = ToyProgram::Order;

bool holds(const Order& order, const Ordering& ordering) {
  const auto at = [&](const Moment& moment) {
    return place(order, moment.thread, SLEAVE_SITE_OFFSET(moment.site) - 0x1000);
  };
  return at(ordering.first) < at(ordering.second);
}

// What is named is enough: in all interleavings there are.
void is_enough(ToyProgram program, const ToyProgram::Fails& fails, const Order& failing, bool any) {
  const Trace reported = program.trace_of(failing);
  ASSERT_EQ(reported.outcome(), SLEAVE_OUTCOME_failed);
  Symbolizer symbolizer;
  Attempts attempts(program, symbolizer, reported, {1'000});
  const Plan plan;
  Trials trials(attempts, plan, reported);
  const std::optional<Cause> cause = find_cause(trials);
  ASSERT_TRUE(cause.has_value());
  EXPECT_EQ(!cause->reason.parts.empty(), any);
  EXPECT_GT(cause->reason.runs, 0u);
  EXPECT_EQ(cause->reason.failed, cause->reason.runs);
  EXPECT_TRUE(cause->reason.broken_failed < cause->reason.broken_runs || !any);
  program.each_order([&](const Order& order) {
    const auto so = [&](const Ordering& ordering) { return holds(order, ordering); };
    if (std::all_of(cause->reason.parts.begin(), cause->reason.parts.end(), so)) {
      EXPECT_TRUE(fails(order));
    }
  });
}

// Point `n` of one thread comes before point `m` of another.
struct Known {
  std::uint32_t first, second;
  std::uint64_t n, m;

  // Decided as soon as the first one is there.
  [[nodiscard]] bool holds(const Order& order) const {
    const std::size_t at = place(order, first, n);
    return at < order.size() && at < place(order, second, m);
  }
};

std::vector<Known> random_orderings(Rng& rng, const std::vector<std::uint64_t>& points) {
  std::vector<Known> all;
  for (std::uint64_t i = 0, count = 1 + rng.below(2); i < count; ++i) {
    Known known{};
    known.first = static_cast<std::uint32_t>(1 + rng.below(points.size() - 1));
    known.second = static_cast<std::uint32_t>(1 + (known.first + rng.below(points.size() - 2)) % (points.size() - 1));
    known.n = rng.below(points[known.first]);
    known.m = rng.below(points[known.second]);
    all.push_back(known);
  }
  return all;
}

// Any order in which `fails` comes true, as far as there.
std::optional<Order> failing_order(const ToyProgram& program, const ToyProgram::Fails& fails, Rng& rng) {
  std::vector<Order> all;
  program.each_order([&](const Order& order) {
    if (order[0] == 0 && fails(order)) all.push_back(order);
  });
  return all.empty() ? std::nullopt : std::optional(all[rng.below(all.size())]);
}

// Programs that end as soon as some orderings are there, so that the reported run does not show what its threads would
// have done next: it fails in all interleavings in which what is named holds, and, seldom excepted, in no others.
TEST(Cause, OfRandomProgramsThatEndWhereTheyFail) {
  const std::uint64_t programs = test_size(60, 600);
  std::uint64_t tried = 0;
  std::uint64_t explained = 0;
  std::uint64_t enough = 0;
  std::uint64_t exact = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    Rng rng(derive_seed(9, seed));
    std::vector<std::uint64_t> points = {1};
    for (std::uint64_t i = 0, threads = 2 + rng.below(2); i < threads; ++i) points.push_back(1 + rng.below(3));
    const std::vector<Known> known = random_orderings(rng, points);
    const auto fails = [&](const Order& order) {
      return std::all_of(known.begin(), known.end(), [&](const Known& one) { return one.holds(order); });
    };
    ToyProgram program = ToyProgram::ending_at_failure(points, fails);
    const std::optional<Order> failing = failing_order(program, fails, rng);
    if (!failing) continue;
    ++tried;
    const Trace reported = program.trace_of(*failing);
    Symbolizer symbolizer;
    Attempts attempts(program, symbolizer, reported, {2'000});
    const Plan plan;
    Trials trials(attempts, plan, reported);
    const std::optional<Cause> cause = find_cause(trials);
    if (!cause) continue;
    ++explained;
    bool is_enough = true;
    bool is_exact = true;
    program.each_order([&](const Order& order) {
      if (order[0] != 0) return;
      const bool so = std::all_of(cause->reason.parts.begin(), cause->reason.parts.end(),
                                  [&](const Ordering& ordering) { return holds(order, ordering); });
      is_enough = is_enough && (!so || fails(order));
      is_exact = is_exact && so == fails(order);
    });
    enough += is_enough ? 1 : 0;
    exact += is_exact ? 1 : 0;
  }
  EXPECT_GE(100 * explained, 95 * tried) << explained << " of " << tried;
  EXPECT_GE(100 * enough, 95 * explained) << enough << " of " << explained;
  EXPECT_GE(100 * exact, 90 * explained) << exact << " of " << explained;
}

// What fails whenever it is said to, in all interleavings: of programs that fail if one of several combinations of
// orderings comes true, so that most of them have more than one cause.
TEST(Cause, WheneverIsTrueInAllInterleavings) {
  const std::uint64_t programs = test_size(60, 600);
  std::uint64_t claimed = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    Rng rng(derive_seed(10, seed));
    std::vector<std::uint64_t> points = {1};
    for (std::uint64_t i = 0, threads = 2 + rng.below(2); i < threads; ++i) points.push_back(1 + rng.below(3));
    const std::vector<Known> one = random_orderings(rng, points);
    const std::vector<Known> other = random_orderings(rng, points);
    const bool odd = rng.below(2) == 1;
    const auto fails = [&](const Order& order) {
      const auto so = [&](const Known& known) { return known.holds(order); };
      const bool first = std::all_of(one.begin(), one.end(), so);
      const bool second = std::all_of(other.begin(), other.end(), so);
      return odd ? first != second : first || second;
    };
    ToyProgram program(points, fails);
    const std::optional<Order> failing = failing_order(program, fails, rng);
    if (!failing) continue;
    const Trace reported = program.trace_of(*failing);
    Symbolizer symbolizer;
    Attempts attempts(program, symbolizer, reported, {1'000});
    Attempts sampling(program, symbolizer, reported, {1'000});
    const Plan plan;
    Trials trials(attempts, plan, reported);
    trials.sample_with(sampling, {});
    const std::optional<Cause> cause = find_cause(trials);
    if (!cause || cause->reason.failed < cause->reason.runs || cause->reason.broken_failed != 0) continue;
    ++claimed;
    program.each_order([&](const Order& order) {
      if (order[0] != 0) return;
      const bool so = std::all_of(cause->reason.parts.begin(), cause->reason.parts.end(),
                                  [&](const Ordering& ordering) { return holds(order, ordering); });
      EXPECT_TRUE(!so || fails(order)) << "program " << seed;
    });
  }
  EXPECT_GE(3 * claimed, programs) << claimed << " of " << programs;
}

// T1 and T2 with three points each, in one order; what was said of the others follows from it, or does not.
TEST(Ordering, FollowsFromOthersAndTheOrderWithinThreads) {
  ToyProgram program({1, 3, 3}, comes_between);
  const Trace reported = program.trace_of({0, 1, 2, 1, 2, 1, 2});
  const Moments run(reported);
  const auto point = [&](std::uint32_t thread, std::uint64_t n) {
    std::uint64_t left = n;
    for (const Moments::Point& one : run.points()) {
      if (one.moment.thread == thread && left-- == 0) return one.moment;
    }
    return Moment{};
  };
  const std::vector<Ordering> others = {{point(1, 1), point(2, 1)}};
  EXPECT_TRUE(follows({point(1, 0), point(2, 1)}, others, run));
  EXPECT_TRUE(follows({point(1, 1), point(2, 2)}, others, run));
  EXPECT_TRUE(follows({point(1, 0), point(2, 2)}, others, run));
  EXPECT_FALSE(follows({point(1, 2), point(2, 1)}, others, run));
  EXPECT_FALSE(follows({point(1, 1), point(2, 0)}, others, run));
  EXPECT_FALSE(follows({point(2, 1), point(1, 1)}, others, run));
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

TEST(Cause, SaysOfWhatRunsNoneIsLookedFor) {
  Trace reported;
  Symbolizer symbolizer;
  EXPECT_EQ(why_not_to_try(reported, symbolizer), "");
  reported.header.events = 2'001;
  EXPECT_EQ(why_not_to_try(reported, symbolizer),
            "its run has 2001 steps, and only runs of up to 2000 are explained; do less in the test");
  sleave_event lock{};
  lock.kind = SLEAVE_EV_mutex_lock;
  reported.events.resize(2'001, lock);  // of which one thread makes all but the last: these have one order
  reported.events.back().kind = SLEAVE_EV_thread_create;
  EXPECT_EQ(why_not_to_try(reported, symbolizer), "");
  reported.header.dropped = 1;
  EXPECT_EQ(why_not_to_try(reported, symbolizer), "its run was too long to be recorded; do less in the test");
}

}  // namespace
}  // namespace sleave
