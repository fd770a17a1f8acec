// Whatever a target writes over its trace: what passes the reader can be explained, signed and replayed without harm.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/analyze/build.h"
#include "engine/base/rng.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/file_of_test.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

constexpr int kMutations = 100'000;

// The values that indices, counts and enums are wrong with.
std::uint64_t awkward_value(Rng& rng) {
  const std::uint64_t values[] = {0, 1, 2, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xffffffff, 1ull << 62, ~0ull, rng.next()};
  return values[rng.below(std::size(values))];
}

Trace failed_trace() {
  Trace trace = sample_trace();
  trace.header.outcome = SLEAVE_OUTCOME_failed;
  trace.header.finding = SLEAVE_FIND_deadlock;
  trace.header.finding_stack = 1;
  trace.header.events = trace.events.size();
  for (sleave_trace_thread& thread : trace.threads) {
    thread.state = SLEAVE_THREAD_BLOCKED;
    thread.pending_kind = SLEAVE_EV_mutex_lock;
    thread.pending_location = SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x40);
  }
  trace.held.push_back({1, 0, SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x40), SLEAVE_SITE(0, 0x1000), 1, 1});
  return trace;
}

TEST(DamagedTrace, NeverHarmsWhoReadsIt) {
  const std::vector<std::byte> valid = file_of(failed_trace());
  Symbolizer symbolizer;
  Rng rng(23);
  int explained = 0;
  for (int round = 0; round < kMutations; ++round) {
    std::vector<std::byte> bytes = valid;
    for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) {
      const std::uint64_t value = awkward_value(rng);
      const std::size_t width = std::size_t{1} << rng.below(4);
      const std::size_t place = rng.below(bytes.size() / width) * width;
      std::memcpy(bytes.data() + place, &value, width);
    }
    const Result<Trace> trace = read_trace(bytes, Detail::full);
    if (!trace || trace->outcome() != SLEAVE_OUTCOME_failed) continue;
    ++explained;
    const Finding finding = build_finding(*trace, symbolizer);
    EXPECT_FALSE(finding.kind.empty());
    EXPECT_FALSE(failure_signature(*trace, symbolizer).empty());
    EXPECT_EQ(plan_from_trace(*trace, Plan()).threads.size(), trace->threads.size());
    EXPECT_TRUE(read_trace(file_of(*trace), Detail::full).ok());
  }
  EXPECT_GT(explained, kMutations / 20);
}

}  // namespace
}  // namespace sleave
