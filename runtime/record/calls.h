// Serial parts of a run: code that only one thread executes, and that no search needs to know.
#pragma once

#include "abi/words.h"

namespace sleave::rt {

// What the program said about its client; null: nothing.
const char* client_text();

// One more event of a serial part: counts towards the limit of steps, so that an endless loop ends.
void serial_event();

// The only thread would wait forever: if it only tries (__sleave_serial_try), the attempt ends, and this does not
// return.
void end_attempt();

// No thread can continue: they wait, or repeat operations that change nothing. If the program judges that itself
// (__sleave_when_stuck), its main thread does, and this does not return.
void judge_wait(sleave_finding_kind finding, const char* message);

// What follows, of the current thread alone, is no part of the run, and nothing in the run depends on it.
void begin_serial_part();
// Recording continues, as it does when a thread is created.
void leave_serial_part();

}  // namespace sleave::rt
