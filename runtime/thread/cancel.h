// Cancellation of threads.
//
// A request waits in the Thread. A deferred one is answered at the thread's next cancellation point, also while it is
// blocked there; an asynchronous one at its next event. The answer is an event of its own, after which the stack is
// unwound as by pthread_exit. In a search whose plan says so, a thread tests before each cancellation point in an event
// of its own, and is canceled there only: one that is canceled while it waits might as well have come to the test after
// the request. glibc's own would signal the parked carrier. The scheduler answers through
// runtime/sched/sources.h.
#pragma once

#include <cstdint>

#include "abi/calls/intercepts.h"

namespace sleave::rt {

// A call of the C library that passes through is about to be made: answers if it is a cancellation point.
void before_passed_call(sleave_intercept function, std::uintptr_t site);

}  // namespace sleave::rt
