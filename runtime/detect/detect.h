// The ends of a run.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

struct Thread;
class Text;

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

// The program ends by itself with `code`: writes the outcome. Fails instead if the plan wants non-zero codes to.
void finish(int code);

// The thread that ends the program is about to call `function`, one of what was registered for its end.
void exit_handler_point(std::uintptr_t function);

// By finish(): fails if a thread has ended that nobody joined or detached, and nobody is left who could.
void check_for_leaked_threads();

// By the scheduler. The thread has begun to wait: a deadlock if it now waits, over others or directly, for itself.
void check_for_cycle(Thread& self);
// For a run that is cut off: a thread that has waited very long for a lock whose holder waits as well. Adds nothing if
// there is none. It may be a deadlock that other threads, who go on, hide.
void describe_long_wait(Text& text);
// Nothing about the program: another plan has the same without the wait.
[[noreturn]] void report_overtaken();
[[noreturn]] void report_deadlock();
[[noreturn]] void report_no_progress();
[[noreturn]] void report_step_limit();
// An assumption of the program about its input does not hold: nothing about the program, and the run is over.
[[noreturn]] void report_excluded();

// Handlers for fatal signals and for the watch on progress; the alternate stack is per kernel thread.
void install_signal_handlers();
void catch_faults(int number);  // again, after the program changed its action
void prepare_signal_stack();
void start_hang_watch();

}  // namespace sleave::rt
