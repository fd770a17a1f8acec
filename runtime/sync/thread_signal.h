// Signals that threads of the program send each other.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct Thread;

constexpr int kMostSignals = 64;

// pthread_kill and tgkill, with a number that exists.
void signal_thread(Thread& target, int number, std::uintptr_t site);

// The current thread is between two of its events: handlers of signals that wait for it, and are not masked, run now.
void deliver_signals();

}  // namespace sleave::rt
