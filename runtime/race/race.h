// The detector as hooks, recorder and allocator see it.
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/base/hidden.h"
#include "runtime/race/detector.h"
#include "runtime/state/event_record.h"
#include "runtime/state/thread.h"
#include "runtime/state/watch.h"

namespace sleave::rt {

// Whether happens-before is kept now: a second thread has been created, and the plan looks for races or its tail draws
// old stores. Before that everything happens before everything else.
SLEAVE_HIDDEN extern bool race_clocks;

// Whether races are looked for in it.
SLEAVE_HIDDEN extern bool race_detection;

// The plan has taken effect.
void race_start();

// An event of the current thread, before it is counted: its edge and its access, by runtime/race/edges.def.
void race_event(const EventRecord& event_record);

// Whether a plain access of the current thread repeats one that was good, and matters to nobody else.
__attribute__((always_inline)) inline bool race_knows(const void* address, std::uint64_t bytes, bool writes) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (bytes == std::uint64_t{2} * kCellBytes) {  // as vectors are
    return says_nothing_new(*race_self, at, kCellBytes, writes) &&
           says_nothing_new(*race_self, at + kCellBytes, kCellBytes, writes);
  }
  return says_nothing_new(*race_self, at, bytes, writes);
}

// `next` continues: the next accesses are its own.
inline void race_switch(const Thread& next) {
  const bool only_races = __sleave_watch.accesses == SLEAVE_ACCESSES_TO_RACES && next.race != nullptr;
  race_continue(only_races ? *next.race : nobody_races);
}

// What the current thread knows of others, to return to: for what it did since and what might as well not have been.
struct RacePast {
  Clock now;
  Clock acquired_later;
  Clock fenced;
};
void race_remember(RacePast& past);
void race_return_to(const RacePast& past);

// The event that comes next is an update of the current thread that leaves these bytes as they were. It may turn out
// that it might as well not have been, so what it hands over to others is kept back. False: that cannot be.
bool race_defer(const void* address, std::uint64_t bytes);
// It is done, or it is not.
void race_settle();
void race_take_back();

// What happens before the current thread's next event; null: everything does, or it is not kept.
const Clock* race_now();

// What an acquire load of the newest store there comes after; null if that is not kept for these bytes alone.
const Clock* race_released(const void* address, std::uint64_t bytes);

// Whether an atomic load of the current thread races with no plain write of these bytes, whatever it would read.
bool race_could_look_before(const void* address, std::uint64_t bytes);

// A plain access of the current thread.
void race_access(sleave_access_kind kind, const void* address, std::uint64_t bytes, std::uintptr_t site);

}  // namespace sleave::rt
