// What a thread is given and gives back: its argument and its result are followed from one thread into another.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct Thread;

// The expression of the argument that pthread_create or thrd_create was called with, 0 if it has none.
std::uint32_t followed_thread_argument(const void* argument, std::uintptr_t site);

// Calls the start routine with what it was given; its result, with its expression, is then in `self`.
void call_start_followed(Thread& self);

// The result of `other` was stored there.
void follow_thread_result(const Thread& other, void** result);

}  // namespace sleave::rt
