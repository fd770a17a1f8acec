// Calls on state that the kernel or the C library keeps for the whole program: events, each ordered with all others on
// the same state (the role of the call in abi/calls/intercepts.def).
#pragma once

#include <cstdint>

#include "abi/calls/intercepts.h"

namespace sleave::rt {

// The current thread is about to make the call, whose effect then belongs to this event. While no other thread
// exists, or all were joined, it needs none. errno is kept.
void use_state(sleave_intercept function, std::uintptr_t site);

// The same for the end of the process, which is about to take the next exit handler from the list.
void use_exit_handlers(std::uintptr_t site);

}  // namespace sleave::rt
