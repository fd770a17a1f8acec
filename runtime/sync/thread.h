// Logical threads: their making.
#pragma once

#include <cstdint>

#include "runtime/sched/thread.h"

namespace sleave::rt {

// The main thread, carried by the calling kernel thread.
Thread& make_main_thread();

// The current thread ends: destructors, the event, and away.
[[noreturn]] void end_thread();

// For the fork server: carriers for the threads that the plan expects.
void prepare_planned_threads();

}  // namespace sleave::rt
