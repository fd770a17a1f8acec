// Cancellation of threads.
//
// A request waits in the Thread. A deferred one is answered at the thread's next cancellation point, also while it is
// blocked there; an asynchronous one at its next event. The answer is an event of its own, after which the stack is
// unwound as by pthread_exit. glibc's own would signal the parked carrier.
#pragma once

#include <cstdint>

#include "abi/intercepts.h"
#include "abi/words.h"

namespace sleave::rt {

struct Thread;

// Whether the thread, whose pending operation is of this kind, has to answer before it goes on. `blocked`: it could not
// go on anyway.
bool must_answer_cancel(const Thread& thread, sleave_event_kind pending, bool blocked);

// A request is there and not held off: for waits that answer in their own way.
bool cancel_requested(const Thread& thread);

// The current thread was chosen, and its event is the answer.
[[noreturn]] void answer_cancel(std::uintptr_t site);

// The same, with a decision of its own before it.
[[noreturn]] void answer_cancel_at_once(std::uintptr_t site);

// A call of the C library that passes through is about to be made: answers if it is a cancellation point.
void before_passed_call(sleave_intercept function, std::uintptr_t site);

}  // namespace sleave::rt
