// How a thread starts, as a number: equal for threads that run the same function on the same data.
#pragma once

namespace sleave::rt {

struct Thread;

// Of a thread that is being created. An argument that depends on an input has no key.
void note_start_key(Thread& thread, bool input);

}  // namespace sleave::rt
