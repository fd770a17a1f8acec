// Threads that sleep on an object until somebody chooses them: condition variables and futexes.
#pragma once

#include <cstdint>

#include "runtime/sched/thread.h"

namespace sleave::rt {

// The current thread begins to sleep on `object`.
void sleep_on(const void* object);

bool asleep_on(const Thread& thread, const void* object);  // and not yet chosen
bool anybody_asleep_on(const void* object);

// Wakes at most `most` sleepers of `object`: those decided by the plan, else in order of arrival. Returns how many; the
// first one's index goes to *first.
std::uint32_t wake_sleepers(const void* object, std::uint32_t most, std::uint32_t* first);

// The current thread has woken or given up.
void no_longer_asleep();

}  // namespace sleave::rt
