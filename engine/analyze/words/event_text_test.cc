#include "engine/analyze/words/event_text.h"

#include <gtest/gtest.h>

#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

class EventText : public testing::Test {
 protected:
  std::string text(std::uint64_t index) {
    Symbolizer symbolizer;
    ObjectNames names(test.trace, symbolizer);
    return event_text(test.trace, index, names);
  }

  TestTrace test{2};
};

TEST_F(EventText, Synchronization) {
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_mutex_lock, at_address(1))), "lock M1");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_mutex_trylock, at_address(1), 0, 0, SLEAVE_EVENT_FAILED)),
            "try-lock M1: busy");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_rwlock_wrlock, at_address(1))), "write-lock R1");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_cond_signal, at_address(1), 0, 0, SLEAVE_EVENT_FAILED)),
            "signal C1: no waiters");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_cond_wake, at_address(1), 0, 0, SLEAVE_EVENT_TIMED_OUT)),
            "woken by C1 times out");
  EXPECT_EQ(text(test.create(0, 2)), "create T2");
  EXPECT_EQ(text(test.join(0, 1)), "join T1");
}

TEST_F(EventText, ChoicesOfThePlan) {
  constexpr std::uint8_t kChosen = SLEAVE_EVENT_CHOSEN;
  constexpr std::uint8_t kFails = SLEAVE_EVENT_FAILED | SLEAVE_EVENT_CHOSEN;
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_cond_wake, at_address(1), 0, 0, kChosen)), "wakes spuriously from C1");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_cond_signal, at_address(1), 2, 1, kChosen)),
            "signal C1: wakes T2 before its turn");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_mutex_timedlock, at_address(1), 0, 0, kFails | SLEAVE_EVENT_TIMED_OUT)),
            "lock M1 times out early");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_mutex_trylock, at_address(1), 0, 0, kFails)), "try-lock M1 fails spuriously");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_atomic_cas, at_address(8), 1, 2, kFails)), "weak CAS X1 fails spuriously");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_heap_alloc, 0, 24, 0, kFails)), "allocation of 24 bytes fails");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_sleep, 0, 0, 0, kChosen)),
            "sleeps, and is done before other threads make progress");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_timer_goes_off, 0, 0, 0, kChosen)), "a timer fires");
}

TEST_F(EventText, Values) {
  const sleave_location stack = in_slot(11, SLEAVE_SLOT_BYTES - 64);
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_atomic_load, stack, 7)), "load V1 -> 7");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_atomic_store, stack, 0xffffffff)), "store V1 = -1");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_atomic_rmw, stack, 1, 2)), "update V1 1 -> 2");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_atomic_cas, stack, 1, 2)), "CAS V1 1 -> 2");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_atomic_cas, stack, 5, 0, SLEAVE_EVENT_FAILED)), "CAS V1 fails, is 5");
  EXPECT_EQ(text(test.event(1, SLEAVE_EV_plain_read, stack, 0x12345678)), "read V1 -> 0x12345678");
}

// Names of C++'s memory_order_...; seq_cst is the default and not shown.
TEST_F(EventText, MemoryOrders) {
  const auto ordered = [&](sleave_event_kind kind, sleave_order order, std::uint8_t flags = 0) {
    const std::uint64_t at = test.event(1, kind, kind == SLEAVE_EV_fence ? 0 : at_address(8), 1, 2, flags);
    test.trace.events[at].order = order;
    return text(at);
  };
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_load, SLEAVE_ORDER_relaxed), "load X1 (relaxed) -> 1");
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_load, SLEAVE_ORDER_consume), "load X1 (consume) -> 1");
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_load, SLEAVE_ORDER_acquire), "load X1 (acquire) -> 1");
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_load, SLEAVE_ORDER_seq_cst), "load X1 -> 1");
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_store, SLEAVE_ORDER_release), "store X1 (release) = 1");
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_rmw, SLEAVE_ORDER_acq_rel), "update X1 (acq_rel) 1 -> 2");
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_cas, SLEAVE_ORDER_acquire), "CAS X1 (acquire) 1 -> 2");
  EXPECT_EQ(ordered(SLEAVE_EV_atomic_cas, SLEAVE_ORDER_acquire, SLEAVE_EVENT_FAILED), "CAS X1 (acquire) fails, is 1");
  EXPECT_EQ(ordered(SLEAVE_EV_fence, SLEAVE_ORDER_release), "fence (release)");
  EXPECT_EQ(ordered(SLEAVE_EV_fence, SLEAVE_ORDER_seq_cst), "fence");
}

// The run ends before the store: what was there is not what it writes.
TEST_F(EventText, SecondWriteOfADataRaceHasNoValue) {
  const auto first = test.event(1, SLEAVE_EV_plain_write, at_address(8), 1);
  const auto second = test.event(2, SLEAVE_EV_plain_write, at_address(8), 1);
  Symbolizer symbolizer;
  ObjectNames names(test.trace, symbolizer);
  EXPECT_EQ(event_text(test.trace, second, names), "write X1 = 1") << "another failure comes after the write";
  test.fail(SLEAVE_FIND_data_race, 2);
  EXPECT_EQ(event_text(test.trace, first, names), "write X1 = 1");
  EXPECT_EQ(value_after(test.trace, first, names), "1");
  EXPECT_EQ(event_text(test.trace, second, names), "write X1");
  EXPECT_EQ(value_after(test.trace, second, names), "");
}

TEST_F(EventText, HeapBlocksAndPointersToThem) {
  test.event(1, SLEAVE_EV_heap_alloc, in_slot(11, 0x40), 48);
  const auto access = test.event(1, SLEAVE_EV_plain_write, in_slot(11, 0x50), 3);
  EXPECT_EQ(text(access), "write H1+16 = 3");
  const auto pointer =
      test.event(1, SLEAVE_EV_atomic_store, at_address(8), SLEAVE_SLOT_BASE + 11 * SLEAVE_SLOT_BYTES + 0x40);
  test.trace.events[pointer].size = 8;
  EXPECT_EQ(text(pointer), "store X1 = &H1");
}

TEST_F(EventText, ABlockUsedAgainIsAnotherBlock) {
  test.event(1, SLEAVE_EV_heap_alloc, in_slot(11, 0x40), 48);
  const auto first = test.event(1, SLEAVE_EV_plain_write, in_slot(11, 0x40), 1);
  test.event(1, SLEAVE_EV_heap_free, in_slot(11, 0x40));
  test.event(1, SLEAVE_EV_heap_alloc, in_slot(11, 0x40), 32);
  const auto second = test.event(1, SLEAVE_EV_plain_write, in_slot(11, 0x40), 2);
  Symbolizer symbolizer;
  ObjectNames names(test.trace, symbolizer);
  EXPECT_EQ(event_text(test.trace, first, names), "write H1 = 1");
  EXPECT_EQ(event_text(test.trace, second, names), "write H2 = 2");
  ASSERT_EQ(names.objects().size(), 2u);
  EXPECT_EQ(names.objects()[0].place, "heap block #1 of T1 of size 48");
  EXPECT_EQ(names.objects()[1].place, "heap block #2 of T1 of size 32");
}

TEST_F(EventText, ALockInABlockUsedAgainIsAnotherLock) {
  test.event(1, SLEAVE_EV_heap_alloc, in_slot(11, 0x40), 48);
  const auto first = test.event(1, SLEAVE_EV_mutex_lock, in_slot(11, 0x40));
  test.event(1, SLEAVE_EV_heap_free, in_slot(11, 0x40), 48);
  test.event(2, SLEAVE_EV_heap_alloc, in_slot(11, 0x40), 48);
  const auto second = test.event(2, SLEAVE_EV_mutex_lock, in_slot(11, 0x40));
  Symbolizer symbolizer;
  ObjectNames names(test.trace, symbolizer);
  EXPECT_EQ(event_text(test.trace, first, names), "lock M1");
  EXPECT_EQ(event_text(test.trace, second, names), "lock M2");
  ASSERT_EQ(names.objects().size(), 2u);
  EXPECT_EQ(names.objects()[0].freed_by, "T1");
  EXPECT_EQ(names.objects()[1].allocated_by, "T2");
  EXPECT_EQ(names.objects()[1].freed_by, "");
}

TEST_F(EventText, Places) {
  Symbolizer symbolizer;
  ObjectNames names(test.trace, symbolizer);
  names.name(in_slot(10, SLEAVE_SLOT_BYTES - 8), Category::mutex, 0);
  names.name(at_address(0xdead), Category::mutex, 0);
  EXPECT_EQ(names.objects()[0].place, "on the stack of main");
  EXPECT_EQ(names.objects()[1].place, "address 0xdead");
}

}  // namespace
}  // namespace sleave
