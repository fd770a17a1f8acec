// Signals that come from the kernel: sent by other processes, by a child's end, by a broken pipe.
//
// The kernel may deliver one at any instruction, in the middle of the runtime's work. Its handler only notes it; the
// program takes it at a point, like any other signal. When that is depends on the world, so it is reported as
// uncontrolled.
#pragma once

#include <signal.h>

#include <cstdint>

#include "runtime/base/hidden.h"

namespace sleave::rt {

SLEAVE_HIDDEN extern volatile std::uint64_t outside_signals;  // noted and not yet collected

void note_outside_signal(const siginfo_t& info);
void collect_outside_signals();

// The kernel's action for a signal follows the program's: a handler is replaced by the note above.
void catch_outside(int number);

// Nothing can go on: looks for a signal that waits in the kernel, and waits for the end of a child that lives. True if
// one came.
bool outside_signal_came();

}  // namespace sleave::rt
