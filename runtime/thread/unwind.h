// pthread_exit on a fiber. glibc's own would unwind into the parked kernel thread and never come back.
#pragma once

namespace sleave::rt {

// Calls function(argument). Returns true if it returned, false if it was left by leave_thread_body().
bool call_until_thread_exit(void (*function)(void*), void* argument);

// Unwinds the current thread's stack, running clean-up handlers and destructors, back to call_until_thread_exit().
[[noreturn]] void leave_thread_body();

}  // namespace sleave::rt
