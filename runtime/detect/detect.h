// The end of the program itself. Failures are in runtime/base/outcome.h.
#pragma once

#include <cstdint>

namespace sleave::rt {

class Text;

// The program exits with `code`: writes the outcome. Fails instead if the code is not 0 and the plan has FAIL_ON_EXIT.
void finish(int code);

// The thread that ends the program is about to call `function`, one of what was registered for its end.
void exit_handler_point(std::uintptr_t function);

// By finish(): fails if a thread has ended that nobody joined or detached, and nobody is left who could.
void check_for_leaked_threads();

// For a run that is cut off: reports a thread that has waited very long for a lock whose holder waits as well. Adds
// nothing if there is none. It may be a deadlock that other threads, which still run, hide.
void describe_long_wait(Text& text);

}  // namespace sleave::rt
