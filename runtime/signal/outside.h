// Signals that come from the kernel: sent by other processes, by a child's end, by a broken pipe.
//
// The kernel may deliver one at any instruction, in the middle of the runtime's work. Its handler only notes it; the
// program takes it at a point, like any other signal. When that is depends on the world, so it is reported as
// uncontrolled. The scheduler collects them through runtime/sched/sources.h.
#pragma once

#include <signal.h>

namespace sleave::rt {

void note_outside_signal(const siginfo_t& info);

// The kernel's action for a signal follows the program's: a handler is replaced by the note above.
void catch_outside(int number);

}  // namespace sleave::rt
