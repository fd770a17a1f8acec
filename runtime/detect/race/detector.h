// The detector proper: accesses, atomics and synchronisation objects of threads named by number. Knows nothing of the
// scheduler or the trace; each race goes to race_found(), which report.cc defines (and a test its own).
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/detect/race/access.h"
#include "runtime/detect/race/threads.h"

namespace sleave::rt {

// The two accesses conflict at `address`, and neither happens before the other. `later` is the one just made. Called
// for every such pair that the histories still know; the same pair of places may come again and again.
void race_found(Access earlier, Access later, std::uintptr_t address);

struct Touch {
  sleave_access_kind kind;
  std::uintptr_t address;
  std::uint64_t bytes;
  std::uintptr_t site;
};

// A plain access, an atomic one without its order, a use or the making or end of a synchronisation object.
void touch_memory(RaceThread& thread, const Touch& touch);
// The end of a heap block.
void touch_freed(RaceThread& thread, const Touch& touch);

// An atomic operation with its memory order (sleave_order).
void touch_load(RaceThread& thread, const Touch& touch, unsigned order);
void touch_store(RaceThread& thread, const Touch& touch, unsigned order);
void touch_update(RaceThread& thread, const Touch& touch, unsigned order);

// Atomics that code without instrumentation writes. A load that finds another value than the last operation left reads
// what nobody was seen writing: it is taken to come after everything that any thread has done, so that the edge which
// was surely there is not missed. Called before touch_load() and touch_update() with the value found, and after all
// three with the value left.
void expect_value(RaceThread& thread, const Touch& touch, std::uint64_t value, unsigned order);
void leave_value(const Touch& touch, std::uint64_t value);

// The thread may have released something inside code without instrumentation, at a place that is not known: who loads a
// value of which no write was seen comes after it.
void release_unseen(RaceThread& thread);

// membarrier: every thread passes a full fence here. Called by code without instrumentation it is how such code orders
// itself after what others did, which it has read where nobody saw it: then the caller comes after everything that any
// thread has done.
void fence_everybody(RaceThread& caller, bool caller_is_seen);

// Edges through an object, which has a clock at its first byte: release adds to it. Another clock of the same object is
// at the next byte.
void release_object(RaceThread& thread, std::uintptr_t object);
void acquire_object(RaceThread& thread, std::uintptr_t object);

// Read-write locks: no edge from reader to reader.
void lock_shared(RaceThread& thread, std::uintptr_t lock);
void lock_exclusive(RaceThread& thread, std::uintptr_t lock);
void unlock_either(RaceThread& thread, std::uintptr_t lock);

// Barriers: everyone of a round before everyone of it leaves, and nobody of the next.
void arrive_at_barrier(RaceThread& thread, std::uintptr_t barrier, bool last);
void leave_barrier(RaceThread& thread);

}  // namespace sleave::rt
