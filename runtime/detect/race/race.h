// The detector as hooks, recorder and allocator see it.
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/base/runtime.h"
#include "runtime/detect/race/detector.h"
#include "runtime/sched/thread.h"

namespace sleave::rt {

struct Happening;

// Whether races are looked for now: the plan wants it, and a second thread has been created. Before that everything
// happens before everything else.
extern bool race_detection;

// The plan has taken effect.
void race_start();

// An event of the current thread, before it is counted: its edge and its access, by abi/edges.def.
void race_event(const Happening& happening);

// Whether a plain access of the current thread repeats what is known: then race_access() has no effect.
__attribute__((always_inline)) inline bool race_knows(const void* address, std::uint64_t bytes, bool writes) {
  const RaceThread* self = g.current->race;
  return self != nullptr && says_nothing_new(*self, reinterpret_cast<std::uintptr_t>(address), bytes, writes);
}

// A plain access of the current thread.
void race_access(sleave_access_kind kind, const void* address, std::uint64_t bytes, std::uintptr_t site);

}  // namespace sleave::rt
