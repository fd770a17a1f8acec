// Faults of the processor in a program that handles them itself.
#pragma once

#include <signal.h>

namespace sleave::rt {

// Runs the program's handler at once, inside the kernel's signal frame, so that it may fix the fault, change the
// context or jump away. False if the program has none that can run.
bool program_handles_fault(int number, siginfo_t& info, void* context);

}  // namespace sleave::rt
