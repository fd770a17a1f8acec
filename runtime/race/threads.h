// What the detector knows of each thread, and the moves of happens-before (C++20, [intro.races], [atomics.fences]).
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"
#include "runtime/race/clock.h"

namespace sleave::rt {

struct RareHistory;

// What an update hands over, if it is not taken back before its thread does anything else.
struct DeferredRelease {
  RareHistory* to;  // null: nothing
  std::uint32_t stores;
  Clock clock;
};

struct RaceThread {
  std::uint32_t index;
  std::uint64_t epoch;   // Access::epoch_of(index, now[index])
  std::uint64_t mark;    // of this epoch in __sleave_known; 0: none yet
  Clock now;             // now[index] counts its releases, from 1
  Clock acquired_later;  // what relaxed loads have seen: an acquire fence makes it known
  Clock fenced;          // `now` at the last release fence; empty: there was none
  Clock* round;          // of the barrier it waits at
  bool defers;           // what its next update hands over
  DeferredRelease deferred;
  Clock joined_later;  // of alike threads that it has joined, until it has joined all of them (alike_windows.h)
};

RaceThread& race_thread(std::uint32_t index);

// Whose accesses come next, for the fast path of plain ones. nobody_races while they matter to others besides, or not
// at all, and for a thread that the detector has not seen yet: its epoch is nobody's.
SLEAVE_HIDDEN extern RaceThread* race_self;
SLEAVE_HIDDEN extern RaceThread nobody_races;
void race_continue(RaceThread& thread);
std::uint32_t race_thread_count();

// The thread's past is handed over by copying `now`; what it does from here on is not part of that.
void begin_epoch(RaceThread& thread);

// The value that `released` belongs to is loaded, with an order that acquires or not.
void load_clock(RaceThread& thread, const Clock& released, bool acquires);
// It is stored over: its release sequence ends, another may begin. One that releases is followed by begin_epoch().
void store_clock(const RaceThread& thread, Clock& released, bool releases);
// It is written by a read-modify-write: its release sequences continue, and another may begin.
void continue_clock(const RaceThread& thread, Clock& released, bool releases);
void fence_clock(RaceThread& thread, bool acquires, bool releases);

bool order_acquires(unsigned order);
bool order_releases(unsigned order);

}  // namespace sleave::rt
