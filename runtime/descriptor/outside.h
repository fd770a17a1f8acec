// Waits that only another process could end. A run in which nothing else can happen is no deadlock of the program: the
// kernel waits for real, once, and what came is one uncontrolled step: wait_for_outside() of runtime/sched/sources.h.
#pragma once

#include <poll.h>

#include <cstdint>

namespace sleave::rt {

struct Awaited;

// Awaited::outside of a call on one descriptor.
std::uint32_t outside_of_one(const Awaited& awaited, pollfd* to, std::uint32_t room);

// Whether another process could make something of it.
bool outside_can_reach(int descriptor);

}  // namespace sleave::rt
