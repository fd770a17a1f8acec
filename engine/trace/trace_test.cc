#include "engine/trace/trace.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/base/rng.h"
#include "engine/trace/check.h"
#include "engine/trace/file_of_test.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

TEST(Trace, SurvivesSerialization) {
  const Trace trace = sample_trace();
  const std::vector<std::byte> bytes = file_of(trace);
  const Result<Trace> read = read_trace(bytes, Detail::full);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(file_of(*read), bytes);
  EXPECT_EQ(read->events.size(), 9u);
  EXPECT_EQ(read->stack(1).size(), 2u);
  EXPECT_TRUE(read->stack(SLEAVE_NO_STACK).empty());
  EXPECT_EQ(read->thread_label(0), "main");
  EXPECT_EQ(read->thread_label(1), "T1");
}

TEST(Trace, OutcomeLeavesTheRestBehind) {
  const Result<Trace> read = read_trace(file_of(sample_trace()), Detail::outcome);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->events.empty());
  EXPECT_EQ(read->threads.size(), 2u);
  EXPECT_EQ(read->header.hash, 0x1234u);
}

TEST(Trace, RefusesEveryCut) {
  const std::vector<std::byte> bytes = file_of(sample_trace());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_trace(std::span(bytes).first(size), Detail::full).ok()) << size;
  }
}

TEST(Trace, RefusesReferencesOutOfRange) {
  const auto refused = [](auto change) {
    Trace trace = sample_trace();
    change(trace);
    return !read_trace(file_of(trace), Detail::full).ok();
  };
  EXPECT_FALSE(refused([](Trace&) {}));
  EXPECT_TRUE(refused([](Trace& t) { t.events[1].thread = 2; }));
  EXPECT_TRUE(refused([](Trace& t) { t.events[1].value = 2; }));
  EXPECT_TRUE(refused([](Trace& t) { t.events[1].kind = SLEAVE_EV_COUNT; }));
  EXPECT_TRUE(refused([](Trace& t) { t.events[1].stack = 6; }));
  EXPECT_TRUE(refused([](Trace& t) { t.stacks[1] = 3; }));
  EXPECT_TRUE(refused([](Trace& t) { t.stacks[1] = ~0ull; }));
  EXPECT_TRUE(refused([](Trace& t) { t.stacks[2] = SLEAVE_SITE(1, 0); }));
  EXPECT_TRUE(refused([](Trace& t) { t.events[4].location = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 1, 0); }));
  EXPECT_TRUE(refused([](Trace& t) { t.events[4].location = SLEAVE_LOCATION(SLEAVE_SPACE_THREAD, 0, 2); }));
  EXPECT_TRUE(refused([](Trace& t) { t.events[4].location = SLEAVE_LOCATION(9, 0, 2); }));
  EXPECT_TRUE(refused([](Trace& t) { t.threads[1].parent = 1; }));
  EXPECT_TRUE(refused([](Trace& t) { t.threads[0].pending_owner = 2; }));
  EXPECT_TRUE(refused([](Trace& t) { t.header.outcome = SLEAVE_OUTCOME_COUNT; }));
  EXPECT_TRUE(refused([](Trace& t) { t.header.outcome = SLEAVE_OUTCOME_failed; }));
  EXPECT_TRUE(refused([](Trace& t) { t.header.thread = 2; }));
}

TEST(Trace, MutationsNeverCrashAndNeverPassUnchecked) {
  const std::vector<std::byte> valid = file_of(sample_trace());
  Rng rng(11);
  int accepted = 0;
  for (int round = 0; round < 50000; ++round) {
    std::vector<std::byte> bytes = valid;
    for (std::uint64_t n = 1 + rng.below(6); n > 0; --n) {
      // Half of the changes go where the indices are: header tail with the section directory, then the sections.
      const std::size_t from = rng.below(2) == 0 ? 0 : offsetof(sleave_trace, events);
      bytes[from + rng.below(bytes.size() - from)] = std::byte(rng.below(256));
    }
    const Result<Trace> trace = read_trace(bytes, rng.below(4) == 0 ? Detail::outcome : Detail::full);
    if (!trace) continue;
    ++accepted;
    std::uint64_t sum = 0;
    for (const sleave_event& event : trace->events) {
      sum += trace->threads[event.thread].slot;
      for (const sleave_site site : trace->stack(event.stack)) {
        if (site != 0 && SLEAVE_SITE_MODULE(site) != SLEAVE_SITE_NO_MODULE)
          sum += trace->modules[SLEAVE_SITE_MODULE(site)].base;
      }
    }
    sum += plan_from_trace(*trace, Plan()).decisions.size() + trace->message().size();
    EXPECT_TRUE(trace_problem(*trace).empty()) << sum;
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Difference, NamesTheFirst) {
  const Trace a = sample_trace();
  Trace b = a;
  Difference difference;
  EXPECT_FALSE(first_difference(a, b, true, difference));
  b.events[4].value = 8;
  EXPECT_TRUE(first_difference(a, b, true, difference));
  EXPECT_EQ(difference.step, 4u);
  EXPECT_FALSE(first_difference(a, b, false, difference)) << "values may differ in another binary";
  b.events.resize(6);
  EXPECT_TRUE(first_difference(a, b, false, difference));
  EXPECT_EQ(difference.step, 6u);
  EXPECT_TRUE(difference.in_a);
  EXPECT_FALSE(difference.in_b);
}

}  // namespace
}  // namespace sleave
