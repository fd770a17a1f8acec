#include "engine/analyze/links.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/analyze/last_writers.h"
#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

const sleave_location kData = at_address(0x1000), kMutex = at_address(0x2000), kCondition = at_address(0x3000);

std::vector<std::string> texts(const Trace& trace) {
  std::vector<std::string> result;
  for (const auto& link : event_links(trace)) {
    result.push_back(std::to_string(link.from) + " " + link.kind + " " + std::to_string(link.to));
  }
  return result;
}
using Texts = std::vector<std::string>;

TEST(Links, AReadTakesTheLastWriteOfAnotherThread) {
  TestTrace test(2);
  test.event(1, SLEAVE_EV_atomic_store, kData, 1);
  test.event(2, SLEAVE_EV_atomic_load, kData, 1);  // 1
  test.event(2, SLEAVE_EV_plain_write, kData, 2);
  test.event(2, SLEAVE_EV_plain_read, kData, 2);     // its own
  test.event(1, SLEAVE_EV_atomic_rmw, kData, 2, 3);  // 4
  test.event(2, SLEAVE_EV_atomic_cas, kData, 3, 0, SLEAVE_EVENT_FAILED);
  test.event(1, SLEAVE_EV_plain_read, kData, 3);  // a failed CAS writes nothing
  EXPECT_EQ(texts(test.trace), (Texts{"0 reads 1", "2 reads 4", "4 reads 5"}));
}

TEST(Links, ALockComesFromTheLastToGiveItBack) {
  TestTrace test(2);
  test.event(1, SLEAVE_EV_mutex_lock, kMutex);
  test.event(2, SLEAVE_EV_mutex_trylock, kMutex, 0, 0, SLEAVE_EVENT_FAILED);
  test.event(1, SLEAVE_EV_mutex_unlock, kMutex);
  test.event(2, SLEAVE_EV_mutex_lock, kMutex);
  test.event(2, SLEAVE_EV_cond_wait, kCondition, 0, kMutex);  // gives it back too
  test.event(1, SLEAVE_EV_mutex_lock, kMutex);
  EXPECT_EQ(texts(test.trace), (Texts{"2 lock 3", "4 lock 5"}));
}

TEST(Links, ASignalWakesTheThreadItNames) {
  TestTrace test(3);
  test.event(1, SLEAVE_EV_cond_wait, kCondition, 0, kMutex);
  test.event(2, SLEAVE_EV_cond_wait, kCondition, 0, kMutex);
  test.event(3, SLEAVE_EV_cond_signal, kCondition, 2, 1);
  test.event(3, SLEAVE_EV_cond_signal, kCondition, 1, 1);
  test.event(3, SLEAVE_EV_cond_signal, kCondition, SLEAVE_NO_THREAD, 0, SLEAVE_EVENT_FAILED);
  test.event(1, SLEAVE_EV_cond_wake, kCondition, 0, kMutex);
  test.event(2, SLEAVE_EV_cond_wake, kCondition, 0, kMutex);
  EXPECT_EQ(texts(test.trace), (Texts{"3 wake 5", "2 wake 6"}));
}

TEST(Links, ABroadcastWakesAllButWhoWokeByItself) {
  TestTrace test(3);
  for (const std::uint32_t thread : {1u, 2u}) test.event(thread, SLEAVE_EV_cond_wait, kCondition, 0, kMutex);
  test.event(3, SLEAVE_EV_cond_broadcast, kCondition, 1, 2);
  for (const std::uint32_t thread : {2u, 1u}) test.event(thread, SLEAVE_EV_cond_wake, kCondition, 0, kMutex);
  test.event(1, SLEAVE_EV_cond_wait, kCondition, 0, kMutex);
  test.event(1, SLEAVE_EV_cond_wake, kCondition, 0, kMutex, SLEAVE_EVENT_TIMED_OUT);
  EXPECT_EQ(texts(test.trace), (Texts{"2 wake 3", "2 wake 4"}));
}

TEST(Links, PostsAndEndsOfThreads) {
  TestTrace test(1);
  test.event(1, SLEAVE_EV_semaphore_post, kData);
  test.event(0, SLEAVE_EV_semaphore_wait, kData);
  test.event(1, SLEAVE_EV_thread_exit, of_thread(1), 1);
  test.join(0, 1);
  EXPECT_EQ(texts(test.trace), (Texts{"0 wake 1", "2 join 3"}));
}

TEST(LastWriters, PiecesOfAWriteAreOverwritten) {
  LastWriters writers;
  EXPECT_FALSE(writers.latest(100, 8));
  writers.write(100, 16, 1);
  writers.write(104, 4, 2);
  EXPECT_EQ(writers.latest(100, 4), 1u);
  EXPECT_EQ(writers.latest(104, 1), 2u);
  EXPECT_EQ(writers.latest(107, 4), 2u);
  EXPECT_EQ(writers.latest(108, 8), 1u);
  EXPECT_EQ(writers.latest(90, 11), 1u);
  EXPECT_FALSE(writers.latest(90, 10));
  EXPECT_FALSE(writers.latest(116, 100));
  writers.write(0, 1000, 3);
  EXPECT_EQ(writers.latest(115, 1), 3u);
}

}  // namespace
}  // namespace sleave
