// The search against brute force on random programs: the same classes, the same final states, every class run once,
// whatever order the runs and the work items take.
#include <gtest/gtest.h>

#include <string>

#include "engine/base/test_size.h"
#include "engine/testing/graph_search.h"
#include "engine/testing/random_program.h"

namespace sleave::graph::test {
namespace {

unsigned programs_of_each_mixture() { return test_size(60, 1'000, 2'500); }

enum class Compared { everything, what_ends };
enum class Threads { different, alike };

void expect_same(const Program& program, unsigned seed, const Behaviors& expected, Compared compared, Threads threads) {
  for (const Schedule schedule : {Schedule::first, Schedule::last, Schedule::random}) {
    const Searched searched = Search(program, schedule, seed).run();
    ASSERT_EQ(searched.problem, "") << "seed " << seed;
    ASSERT_EQ(searched.behaviors.complete, expected.complete) << "seed " << seed;
    ASSERT_EQ(searched.behaviors.failures, expected.failures) << "seed " << seed;
    // Of alike threads that stop for good at a retry, a higher one may go on where a lower one has stopped.
    if (threads == Threads::different || schedule != Schedule::random) {
      ASSERT_EQ(searched.twice, 0u) << "seed " << seed;
    }
    if (compared == Compared::what_ends) continue;
    ASSERT_EQ(searched.behaviors.deadlocked, expected.deadlocked) << "seed " << seed;
    ASSERT_EQ(searched.behaviors.final_states, expected.final_states) << "seed " << seed;
  }
}

// Of programs of alike threads, one class of each orbit.
void compare(const Mixture& mixture, Compared compared_classes = Compared::everything,
             Threads threads = Threads::different) {
  constexpr std::size_t kMostPrefixes = 40'000;
  unsigned compared = 0;
  for (unsigned seed = 1; seed <= programs_of_each_mixture() && !testing::Test::HasFatalFailure(); ++seed) {
    Generator generator(seed, mixture);
    const Program program = threads == Threads::alike ? generator.alike_program() : generator.program();
    const Behaviors expected = enumerate(program, kMostPrefixes);
    if (expected.too_many) continue;
    ++compared;
    expect_same(program, seed, expected, compared_classes, threads);
  }
  EXPECT_GE(compared * 10, programs_of_each_mixture() * (threads == Threads::alike ? 8 : 9));
}

void compare_alike(const Mixture& mixture, Compared compared_classes = Compared::everything) {
  compare(mixture, compared_classes, Threads::alike);
}

// The bounded search against the enumeration of what the bound allows.
void compare_bounded(const Mixture& mixture, Bound::Kind kind) {
  for (unsigned seed = 1; seed <= programs_of_each_mixture(); ++seed) {
    const Program program = Generator(seed, mixture).program();
    if (enumerate(program, 2'000).too_many) continue;
    for (unsigned most = 0; most < 4; ++most) {
      const Behaviors expected =
          kind == Bound::Kind::preemptions ? enumerate_preempting(program, most) : enumerate_interfering(program, most);
      const Schedule schedule = seed % 2 == 0 ? Schedule::last : Schedule::random;
      const Searched searched = Search(program, schedule, seed, {kind, most}).run();
      ASSERT_EQ(searched.problem, "") << "seed " << seed;
      ASSERT_EQ(searched.behaviors.complete, expected.complete) << "seed " << seed << " up to " << most;
      // A graph does not say for what a thread waits at its end, so leaving that thread costs nothing: a deadlock may
      // be counted with one preemption less than it has.
      for (const std::string& name : expected.deadlocked) {
        ASSERT_TRUE(searched.behaviors.deadlocked.contains(name)) << "seed " << seed << " up to " << most;
      }
      ASSERT_EQ(searched.twice, 0u) << "seed " << seed;
    }
  }
}

using enum Code;

TEST(RandomPrograms, ReadsAndWrites) { compare({read, write, write_next, if_equal}); }
TEST(RandomPrograms, Updates) { compare({read, write, write_next, add, swap, cas, weak_cas, if_equal}); }
TEST(RandomPrograms, Locks) { compare({read, write, add, lock, try_lock, if_equal}); }
TEST(RandomPrograms, OtherBlocking) {
  compare({read, write, lock, once, read_lock, write_lock, acquire, try_acquire, release});
}
TEST(RandomPrograms, Conditions) { compare({write, lock, try_lock, enqueue, enqueue, signal, broadcast}); }
TEST(RandomPrograms, Awaits) {
  compare({read, write, write, write_next, add, cas, if_equal, await, await, lock, enqueue, broadcast});
}
TEST(RandomPrograms, Retries) { compare({read, add, swap, cas, retry, retry, retry, if_equal}); }
TEST(RandomPrograms, RetriesAmongOthers) {
  compare({read, add, cas, weak_cas, retry, retry, retry, lock, await, acquire, release, fail_equal});
}
// Failed retries are events where stores are not ordered (unordered_stores.h): of threads that stop there, more classes
// than one are run.
TEST(RandomPrograms, RetriesAmongStores) {
  compare({read, write, write_next, add, cas, retry, retry, retry, fail_equal}, Compared::what_ends);
}
TEST(RandomPrograms, Parts) { compare({read, write, add, lock, read_part, write_part, add_part, if_equal}); }
TEST(RandomPrograms, Futexes) {
  compare({read, write, lock, if_equal, futex_wait, futex_wait, futex_wake, futex_wake});
}
TEST(RandomPrograms, Failures) {
  compare({read, write, write_next, write, add, cas, fail_equal, fail_equal, if_equal});
}
TEST(RandomPrograms, FailuresAmongLocks) {
  compare({read, write, add, fail_equal, lock, try_lock, acquire, release, enqueue, broadcast});
}
TEST(RandomPrograms, TimeOuts) {
  compare({read, write, add, lock, try_lock, timed_enqueue, timed_enqueue, enqueue, signal, broadcast});
}
TEST(RandomPrograms, Opaque) {
  compare({read, write, opaque_acquire, opaque_acquire, opaque_release, opaque_try, if_equal});
}
TEST(RandomPrograms, OpaqueAmongLocks) {
  compare(
      {write, lock, acquire, release, fail_equal, opaque_acquire, opaque_release, opaque_release, enqueue, broadcast});
}
TEST(RandomPrograms, Preemptions) {
  compare_bounded({read, write, write_next, add, cas, lock, try_lock, if_equal}, Bound::Kind::preemptions);
}
TEST(RandomPrograms, Interferences) {
  compare_bounded({read, write, write_next, add, cas, lock, try_lock, if_equal}, Bound::Kind::interferences);
}
TEST(RandomPrograms, Everything) {
  compare({read,      write,      write_next, add,         cas,     weak_cas, if_equal, lock,   try_lock,  once,
           read_lock, write_lock, acquire,    try_acquire, release, choose,   enqueue,  signal, broadcast, await});
}

TEST(AlikeThreads, ReadsAndWrites) { compare_alike({read, write, write_next, if_equal}); }
TEST(AlikeThreads, Updates) { compare_alike({read, write, write_next, add, swap, cas, weak_cas, if_equal}); }
TEST(AlikeThreads, Locks) { compare_alike({read, write, write_next, add, lock, try_lock, if_equal}); }
TEST(AlikeThreads, OtherBlocking) {
  compare_alike({read, write, lock, once, read_lock, write_lock, acquire, try_acquire, release});
}
TEST(AlikeThreads, Conditions) { compare_alike({write, lock, try_lock, enqueue, enqueue, signal, broadcast}); }
TEST(AlikeThreads, Awaits) {
  compare_alike({read, write, write, write_next, add, cas, if_equal, await, lock, enqueue, broadcast});
}
TEST(AlikeThreads, Retries) { compare_alike({read, add, swap, cas, retry, retry, retry, if_equal}); }
TEST(AlikeThreads, RetriesAmongStores) {
  compare_alike({read, write, write_next, add, cas, retry, retry, retry, fail_equal}, Compared::what_ends);
}
TEST(AlikeThreads, OwnLocations) {
  compare_alike({read, write, swap, read_own, swap_own, swap_own, write_at, write_at, if_equal, lock});
}
TEST(AlikeThreads, Parts) { compare_alike({read, write, add, lock, read_part, write_part, add_part, if_equal}); }
TEST(AlikeThreads, Futexes) {
  compare_alike({read, write, lock, if_equal, futex_wait, futex_wait, futex_wake, futex_wake});
}
TEST(AlikeThreads, Failures) {
  compare_alike({read, write, write_next, write, add, cas, fail_equal, fail_equal, if_equal});
}
TEST(AlikeThreads, TimeOuts) {
  compare_alike({read, write, add, lock, try_lock, timed_enqueue, timed_enqueue, enqueue, signal, broadcast});
}
TEST(AlikeThreads, Opaque) {
  compare_alike({read, write, opaque_acquire, opaque_acquire, opaque_release, opaque_try, if_equal});
}

}  // namespace
}  // namespace sleave::graph::test
