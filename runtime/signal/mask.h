// Signal masks of logical threads.
#pragma once

#include <cstdint>

namespace sleave::rt {

// The current thread's mask from now on.
void set_signal_mask(std::uint64_t mask);

// In a child that leaves control: the mask as the program set it.
void give_mask_to_kernel();

// Takes whatever became deliverable: a signal that a thread sends itself or unblocks is taken before the call returns.
void take_due_signals(std::uintptr_t site);

}  // namespace sleave::rt
