// Who holds what a thread waits for: for reports.
#pragma once

#include <cstdint>

#include "abi/trace.h"

namespace sleave::rt {

struct Thread;

// What the thread's pending operation is about: the condition it sleeps on, the thread it joins, the lock it wants.
sleave_location pending_location(const Thread& thread);

// Index of the thread that holds it or would have to end; SLEAVE_NO_THREAD if nobody or several.
std::uint32_t owner_of_pending(const Thread& thread);

}  // namespace sleave::rt
