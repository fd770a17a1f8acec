// Logical threads: their making.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "runtime/state/thread.h"

namespace sleave::rt {

// The main thread, carried by the calling kernel thread.
Thread& make_main_thread();

// The operations behind pthread and C11 names. `site` is where the program called.
int thread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                  std::uintptr_t site);
// A timer fires that shall start a thread. Not an event of anybody: time starts it. Clients begin like that, too.
Thread& start_timer_thread(const void* timer, Thread& creator, void* (*start)(void*), void* argument);
// The same as an event of the current thread, the creator: for a search.
Thread& start_timer_thread_at_event(const void* timer, void* (*start)(void*), void* argument, std::uintptr_t site);
int thread_join(pthread_t handle, void** result, std::uint64_t deadline, std::uintptr_t site);
int thread_detach(pthread_t handle, std::uintptr_t site);
[[noreturn]] void thread_exit(void* result);

// The thread of a handle, or null.
Thread* thread_of(pthread_t handle);
// The same, and the program does something with this thread in particular: which distinguishes it from others.
Thread* named_thread(pthread_t handle);

// The current thread ends: destructors, the event, and away.
[[noreturn]] void end_thread();

// For the fork server: carriers for the threads that the plan expects.
void prepare_planned_threads();
bool planned_threads_are_prepared();

}  // namespace sleave::rt
