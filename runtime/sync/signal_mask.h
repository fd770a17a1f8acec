// Signal masks of logical threads.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct Thread;

std::uint64_t kernel_signal_mask();

// Fibers: the kernel thread goes on as another logical thread.
void switch_signal_mask(const Thread& from, const Thread& to);

}  // namespace sleave::rt
