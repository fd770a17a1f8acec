// What the kernel knows of signals for each kernel thread: its mask and its alternate stack. The program's own masks
// are kept in its threads; those in the kernel matter to children and to signals from outside.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct Thread;

std::uint64_t kernel_signal_mask();

// Everything of `mask` but the runtime's own signals is blocked from now on.
void block_in_kernel(std::uint64_t mask);

// Fibers: the kernel thread continues as another logical thread.
void switch_signal_mask(const Thread& from, const Thread& to);

// The calling kernel thread gets an alternate stack for the runtime's own handlers.
void prepare_signal_stack();

}  // namespace sleave::rt
