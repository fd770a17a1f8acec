#include "engine/minimize/cause/course.h"

#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "engine/base/test_size.h"
#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

// Two children that do one of few things at one of few places at a time, in any order; each with its own past.
Trace random_run(std::uint64_t length, std::uint64_t alike, Rng& rng) {
  TestTrace built(2);
  std::vector<std::uint64_t> done(3);
  for (std::uint64_t i = 0; i < length; ++i) {
    const auto thread = static_cast<std::uint32_t>(rng.below(3));
    const std::uint64_t n = done[thread]++;
    const std::uint64_t what = n < alike ? n * 7 + thread : rng.next();
    const auto kind = what % 2 == 0 ? SLEAVE_EV_atomic_load : SLEAVE_EV_atomic_store;
    if (rng.below(5) == 0) built.event(thread, SLEAVE_EV_plain_read, at_address(1));
    const std::uint64_t event = built.event(thread, kind, at_address(16));
    built.trace.events[event].site = SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 0x1000 + what / 2 % 3);
  }
  return built.trace;
}

// Of every moment of both runs it knows what Moments, which keeps all of them, knows: whether the run came to it, and
// which of two came first.
TEST(Course, KnowsWhatMomentsKnow) {
  Rng rng(9);
  for (std::uint64_t i = 0; i < test_size(200, 5'000); ++i) {
    const std::uint64_t alike = rng.below(30);
    const Trace reported = random_run(20 + rng.below(60), alike, rng);
    const Trace run = random_run(20 + rng.below(60), alike, rng);
    const ReportedPoints points(reported);
    const Course course(run, points);
    const Moments moments(run, reported);
    const Moments of_reported(reported);
    std::vector<Moment> all;
    for (const Moments::Point& point : of_reported.points()) all.push_back(point.moment);
    for (const Moments::Point& point : moments.points()) all.push_back(point.moment);
    for (const Moment& a : all) {
      ASSERT_EQ(course.find(a, points).has_value(), moments.find(a).has_value());
      for (const Moment& b : all) {
        if (!moments.find(a) || !moments.find(b)) continue;
        ASSERT_EQ(*course.find(a, points) < *course.find(b, points), *moments.find(a) < *moments.find(b));
      }
    }
  }
}

TEST(Course, NamesThePointsOfItsRun) {
  Rng rng(10);
  for (std::uint64_t i = 0; i < test_size(200, 5'000); ++i) {
    const Trace reported = random_run(40, 10, rng);
    const Trace run = random_run(40, 10, rng);
    const ReportedPoints points(reported);
    const Course course(run, points);
    const Moments moments(run, reported);
    std::vector<std::uint64_t> done(3);
    for (const Moments::Point& point : moments.points()) {
      EXPECT_EQ(course.moment(point.moment.thread, done[point.moment.thread]++, points), point.moment);
    }
    for (std::uint32_t thread = 0; thread < 3; ++thread) {
      EXPECT_FALSE(course.moment(thread, done[thread], points).has_value());
    }
  }
}

TEST(ReportedPoints, AreNamedAsInMoments) {
  Rng rng(11);
  Trace reported = random_run(60, 20, rng);
  reported.threads[1].pending_kind = SLEAVE_EV_atomic_load;
  reported.threads[1].pending_site = SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, 0x1000);
  const ReportedPoints points(reported);
  const Moments moments(reported);
  std::vector<std::uint64_t> done(3);
  for (const Moments::Point& point : moments.points()) {
    const std::uint64_t n = done[point.moment.thread]++;
    EXPECT_EQ(points.moment(point.moment.thread, n), point.moment);
    EXPECT_EQ(points.place(point.moment), n);
  }
  for (std::uint32_t thread = 0; thread < 3; ++thread) {
    EXPECT_EQ(points.pending(thread), moments.pending_of(thread));
    EXPECT_EQ(points.count(thread), done[thread]);
  }
}

}  // namespace
}  // namespace sleave
