// Waits that only another process could end. A run in which nothing else can happen is no deadlock of the program: the
// kernel waits for real, once, and what came is one uncontrolled step.
#pragma once

#include <poll.h>

#include <cstdint>

namespace sleave::rt {

struct Awaited;

// Awaited::outside of a call on one descriptor.
std::uint32_t outside_of_one(const Awaited& awaited, pollfd* to, std::uint32_t room);

// Whether another process could make something of it.
bool outside_can_reach(int descriptor);

// No thread can go on, and no time would help. True: waited for the outside, and threads may be able to go on now.
bool wait_for_outside();

}  // namespace sleave::rt
