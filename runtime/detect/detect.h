// The end of the program itself. Failures are in runtime/base/outcome.h.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

class Text;

// The program exits with `code`: writes the outcome. Fails instead if the code is not 0 and the plan has FAIL_ON_EXIT.
void finish(int code);

// The current thread is about to end the process, after everything of the program: its last event, of this kind.
void end_of_process_point(sleave_event_kind kind, int code, std::uintptr_t site);

// By finish(): fails if a thread has ended that nobody joined or detached, and nobody is left who could.
void check_for_leaked_threads();

// For a run that is cut off: reports a thread that has waited very long for a lock whose holder waits as well. Adds
// nothing if there is none. It may be a deadlock that other threads, which still run, hide.
void describe_long_wait(Text& text);

}  // namespace sleave::rt
