// Steering by the relations of a plan, in the manner of RFF (Wolff, Zheng, Duck, Mathur, Roychoudhury: Greybox Fuzzing
// for Concurrency Testing, ASPLOS 2024): events that bring about a relation come first, those that would prevent it
// come last. Relations steer, they do not force. What is put off runs when there is nothing else to run, and after
// 1,000 decisions against it relations count no more: the others may wait for that one.
#pragma once

#include "runtime/state/thread.h"

namespace sleave::rt {

// How much the relations want a thread's pending event; later ones come first.
enum Tier : std::uint8_t { kWaits, kAvoided, kFree, kSought };

// The plan has taken effect.
void steering_start();

Tier tier_of(const Thread& thread);

// The thread will execute its pending event now. `puts_off`: although another one's is avoided.
void steering_runs(const Thread& thread, bool puts_off);

}  // namespace sleave::rt
