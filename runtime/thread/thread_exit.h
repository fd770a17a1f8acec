// What happens when a thread ends: destructors of thread_local objects, then of pthread keys, as events of that thread.
#pragma once

namespace sleave::rt {

struct Thread;

void run_thread_exit_calls(Thread& thread);
void run_key_destructors();

}  // namespace sleave::rt
