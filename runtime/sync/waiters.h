// Threads that sleep on an object until another thread wakes them: condition variables and futexes.
#pragma once

#include <cstdint>

#include "runtime/state/thread.h"

namespace sleave::rt {

// A wake concerns the sleepers that have a bit in common with it, as FUTEX_BITSET_MATCH_ANY has with all.
constexpr std::uint32_t kAnyBit = ~0u;

// The current thread begins to sleep on `object`.
void sleep_on(const void* object, std::uint32_t bits = kAnyBit);

bool asleep_on(const Thread& thread, const void* object);  // and not yet chosen
bool anybody_asleep_on(const void* object);

struct Woken {
  std::uint32_t count = 0;
  std::uint32_t left = 0;                  // of those it concerns: still asleep
  std::uint32_t first = SLEAVE_NO_THREAD;  // index of the first one
  bool out_of_turn = false;                // a thread that came earlier still sleeps
};

// Wakes at most `most` of the sleepers of `object` that it concerns: those that the plan chooses, else in order of
// arrival.
Woken wake_sleepers(const void* object, std::uint32_t most, std::uint32_t bits = kAnyBit);

// How the event of a waking operation is flagged.
std::uint8_t wake_flags(const Woken& woken);

// The current thread has woken or given up.
void no_longer_asleep();

}  // namespace sleave::rt
