// Modules that do not exist have no symbols: places read "module+0xoffset", which is enough to tell them apart.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/analyze/build.h"
#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

const sleave_location kFirst = at_address(0x1000), kSecond = at_address(0x2000);

// Return addresses: the place is one byte before.
sleave_site code(std::uint64_t offset) { return SLEAVE_SITE(0, offset + 1); }

class Signature : public testing::Test {
 protected:
  static void add_module(Trace& trace) {
    sleave_trace_module module{};
    std::strcpy(module.path, "/nowhere/bank");
    trace.modules = {module};
  }

  static std::string of(const Trace& trace) {
    Symbolizer symbolizer;
    return failure_signature(trace, symbolizer);
  }

  // Threads a and b have crossed locks at the two places.
  static Trace crossed(std::uint32_t threads, std::uint32_t a, std::uint32_t b, std::uint64_t place_a,
                       std::uint64_t place_b) {
    TestTrace test(threads);
    add_module(test.trace);
    test.fail(SLEAVE_FIND_deadlock, a);
    test.hold(a, kFirst);
    test.hold(b, kSecond);
    test.block(a, SLEAVE_EV_mutex_lock, kSecond, b);
    test.block(b, SLEAVE_EV_mutex_lock, kFirst, a);
    test.trace.threads[a].pending_site = code(place_a);
    test.trace.threads[b].pending_site = code(place_b);
    return test.trace;
  }

  static std::uint32_t add_stack(Trace& trace, std::initializer_list<std::uint64_t> places) {
    const auto index = static_cast<std::uint32_t>(trace.stacks.size());
    trace.stacks.push_back(places.size());
    for (const std::uint64_t place : places) trace.stacks.push_back(code(place));
    trace.stacks.resize(trace.stacks.size() + places.size());  // frame pointers: unknown
    return index;
  }
};

TEST_F(Signature, IsReadable) {
  const std::string signature = of(crossed(2, 1, 2, 0x10, 0x20));
  EXPECT_TRUE(signature.starts_with("deadlock:")) << signature;
  EXPECT_EQ(signature.substr(signature.find(' ') + 1), "bank+0x10+bank+0x20");
  EXPECT_EQ(signature.find(' '), std::strlen("deadlock:") + 8);
}

TEST_F(Signature, OfADeadlockDependsOnPlacesNotOnThreads) {
  const std::string signature = of(crossed(2, 1, 2, 0x10, 0x20));
  EXPECT_EQ(of(crossed(2, 2, 1, 0x10, 0x20)), signature);
  EXPECT_EQ(of(crossed(5, 3, 4, 0x20, 0x10)), signature);
  EXPECT_NE(of(crossed(2, 1, 2, 0x10, 0x30)), signature);
}

TEST_F(Signature, OfADeadlockIgnoresThreadsThatStandBehindIt) {
  Trace trace = crossed(3, 1, 2, 0x10, 0x20);
  const std::string signature = of(trace);
  trace.threads[3].state = SLEAVE_THREAD_BLOCKED;
  trace.threads[3].pending_kind = SLEAVE_EV_mutex_lock;
  trace.threads[3].pending_location = kFirst;
  trace.threads[3].pending_owner = 1;
  trace.threads[3].pending_site = code(0x99);
  EXPECT_EQ(of(trace), signature);
}

TEST_F(Signature, DoesNotDependOnWhatWasRecorded) {
  Trace trace = crossed(2, 1, 2, 0x10, 0x20);
  const std::string signature = of(trace);
  trace.events.resize(5);
  for (auto& thread : trace.threads)
    thread.final_stack = add_stack(trace, {SLEAVE_SITE_OFFSET(thread.pending_site) - 1, 0x500});
  trace.modules[0].base = 0x5555'0000'0000;
  EXPECT_EQ(of(trace), signature);
}

TEST_F(Signature, OfACrashIsWhereItHappened) {
  TestTrace test(1);
  add_module(test.trace);
  test.fail(SLEAVE_FIND_assertion, 1);
  test.trace.header.finding_stack = add_stack(test.trace, {0x10, 0x20, 0x30});
  const std::string signature = of(test.trace);
  EXPECT_EQ(signature.substr(signature.find(' ') + 1), "bank+0x10");
  test.trace.header.thread = 0;
  EXPECT_EQ(of(test.trace), signature);
  test.trace.header.finding_stack = add_stack(test.trace, {0x11, 0x20, 0x30});
  EXPECT_NE(of(test.trace), signature);
}

TEST_F(Signature, DoesNotTellTheFunctionsOfThreadsApart) {
  TestTrace test(2);
  add_module(test.trace);
  test.fail(SLEAVE_FIND_crash, 1);
  test.trace.header.finding_stack = add_stack(test.trace, {0x10, 0x20, 0x30});
  const std::string signature = of(test.trace);
  test.trace.header.finding_stack = add_stack(test.trace, {0x10, 0x20, 0x40});
  EXPECT_EQ(of(test.trace), signature);
}

TEST_F(Signature, KnowsExitCodes) {
  TestTrace test(0);
  test.fail(SLEAVE_FIND_exit_code, 0);
  test.trace.header.exit_code = 3;
  EXPECT_TRUE(of(test.trace).ends_with(" code 3"));
  const std::string three = of(test.trace);
  test.trace.header.exit_code = 4;
  EXPECT_NE(of(test.trace), three);
}

TEST_F(Signature, OfNothingKnown) {
  TestTrace test(0);
  test.fail(SLEAVE_FIND_crash, 0);
  EXPECT_TRUE(of(test.trace).ends_with(" unknown place"));
}

}  // namespace
}  // namespace sleave
