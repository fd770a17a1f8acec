// Stacks of the program's threads, walked by frame pointers: instrumented code always has them, and foreign code in
// between is stepped over as long as it leaves the frame pointer alone.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct Thread;

// Each stores a stack in the trace and returns its index, SLEAVE_NO_STACK if there is nothing to store.

// The current thread, from `site` (a return address on its stack) outwards. Frames of the runtime inside are left out.
std::uint32_t stack_here(std::uintptr_t site);

// A thread that is not running, from its pending operation outwards.
std::uint32_t stack_of(Thread& thread);

// An interrupted thread: program counter and frame pointer of a signal context.
std::uint32_t stack_at(Thread& thread, std::uintptr_t pc, std::uintptr_t frame, std::uintptr_t sp);

// Forget the stacks of the run before.
void stacks_start();

}  // namespace sleave::rt
