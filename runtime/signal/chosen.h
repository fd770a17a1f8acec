// Signals in a run whose plan decides where they are taken (SLEAVE_PLAN_SIGNALS), as a search needs it.
//
// A signal from another thread interrupts its receiver at some later time. So at every point the plan may say that the
// thread takes a signal there first: it waits until one has come. Where the plan does not, the signal stays pending. A
// run in which no thread can continue, and one waits by such a choice or has left a signal pending, is redundant: where
// the signal comes in time, or is taken, is another plan's matter (misses_signal).
//
// Some system calls of the thread itself let it take what is pending: those that change its mask or end a handler, the
// sending of a signal to itself, and waits for signals. There is nothing to choose there, and each looks by an event.
#pragma once

#include <cstdint>

namespace sleave::rt {

// The current thread looks for signals, each time by an event of its own, until it has taken all that there are. With
// the first event it changes its mask.
void look_for_signals(std::uintptr_t site, std::uint64_t mask);

// The plan cannot decide about all there is: the search is not complete.
void note_other_ways();

}  // namespace sleave::rt
