// The ends of a run. Any folder may find that a run has failed or cannot continue, but only runtime/detect/ knows how a
// run ends: it defines these functions. fatal() of runtime/base/fatal.h is for limits and bugs of the runtime itself.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

struct Failure {
  sleave_finding_kind kind;
  const char* message;
  std::uintptr_t site = 0;       // return address from which the stack is taken, if `stack` is none
  std::uint32_t stack = 0;       // already recorded
  const void* object = nullptr;  // what it was about
  int signal = 0;
  std::uint64_t fault_address = 0;
};

// Writes the finding and everything about it, lets a debugger in, and ends the process.
[[noreturn]] void fail(const Failure& failure);

// The same, unless the plan sets this failure aside: then the program continues.
void fail_unless_set_aside(const Failure& failure);

// Says nothing about the program: another plan makes the same run without the wait.
[[noreturn]] void report_overtaken();
// The same in a signal handler: the process ends.
[[noreturn]] void report_overtaken_and_exit();
[[noreturn]] void report_deadlock();
[[noreturn]] void report_no_progress();
[[noreturn]] void report_step_limit();
// An assumption of the program about its input does not hold: the run ends and says nothing about the program.
[[noreturn]] void report_excluded();
// No thread can continue, which the program says is as it should be: excluded, with a message.
[[noreturn]] void report_waiting();

}  // namespace sleave::rt
