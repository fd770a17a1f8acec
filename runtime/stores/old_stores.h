// Old stores: every value that an atomic has held, in modification order, in runs whose plan lets loads read them
// (SLEAVE_PLAN_OLD_STORES).
//
// Memory always holds the last one, so operations without a decision of the plan, and code that is not instrumented,
// work as in any run. An operation that takes an old store, or goes behind one, leaves memory as it is. A location that
// is found with another value than the last store left was written by something else: its list starts over.
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/base/arena.h"
#include "runtime/base/hidden.h"
#include "runtime/race/clock.h"

namespace sleave::rt {

SLEAVE_HIDDEN extern bool old_stores_matter;

// An access of a thread, by its epoch.
struct StoreAccess {
  std::uint32_t thread;
  Tick tick;
};

struct StoreRecord {
  std::uint64_t name;  // SLEAVE_STORE_NAME of the run's thread
  std::uint64_t value;
  Clock released;  // what an acquire load of it comes after
  StoreAccess writer;
  StoreAccess first_reader;              // tick 0: none
  ArenaArray<StoreAccess> more_readers;  // the first of each other thread
  std::uint64_t in_total_order;          // when a sequentially consistent operation wrote or read it first; 0: none did
  bool taken;                            // an update read it: nothing comes between the two
};

// What an operation is about to do, for one that the tail may draw.
struct StoreUse {
  enum class By : std::uint8_t { load, store, update, compare };
  By by = By::load;
  bool sequential = false;   // in memory order
  std::uint64_t wanted = 0;  // by compare: what it stores on; else it is a load
};

void old_stores_start();

// The store that the plan decides on for the pending event, which finds `held` in memory; null: the newest. The tail
// may draw one that the thread has seen nothing newer than. Reads take it, stores come right behind it.
StoreRecord* take_old_store(const StoreUse& use, const void* address, std::uint64_t bytes, std::uint64_t held);

// A sequentially consistent fence of the current thread: it sees what came before such fences of others.
void old_stores_fence();

// The pending event stores `value` right behind `before`, or last if that is null. After the event,
// finish_store() completes it.
StoreRecord& add_store(const StoreUse& use, const void* address, StoreRecord* before, std::uint64_t value);
void finish_store(const void* address, std::uint64_t bytes, StoreRecord& store);

}  // namespace sleave::rt
