// Signals that were sent and not yet taken: those of each thread, and those of the process.
//
// A signal below SIGRTMIN is pending once at most; real-time signals queue up. A signal of the process is taken, as
// Linux does it, by the main thread if it does not block it, else by whichever thread that does not block it comes
// first: that is the scheduler's choice.
#pragma once

#include <signal.h>

#include <cstdint>

namespace sleave::rt {

struct Thread;

siginfo_t signal_from_here(int number, int code);

// Adds a signal to a thread, or to the process. An ignored one is dropped, one that ends the process does so here.
void post_signal(Thread& target, const siginfo_t& info, std::uintptr_t site);
void post_process_signal(const siginfo_t& info, std::uintptr_t site);

// By a timer, to a thread or (null) to the process. One of each timer may be pending, whatever its number.
void post_timer_signal(Thread* target, const siginfo_t& info);

// Whether the thread, or (null) every thread, blocks or awaits the signal.
bool blocked_for(const Thread* thread, int number);

// Of the signals in `set`, those that wait for the thread (own and the process').
std::uint64_t pending_for(const Thread& thread, std::uint64_t set);

// Those of them that it may take now.
std::uint64_t deliverable(const Thread& thread);

// Removes the next signal of `set` that waits for the thread, as Linux does: its own before the process', each lowest
// number first. One must be there.
siginfo_t take_pending(Thread& thread, std::uint64_t set);

bool process_has_pending(int number);

// The signal is ignored from now on.
void forget_pending(int number);

// Masks or pending sets changed: determines again which threads have a signal due.
void signals_changed();

// The same for descriptors of signals (signalfd). Defined by runtime/io/signal_descriptor.cc.
void update_signal_descriptors();

}  // namespace sleave::rt
