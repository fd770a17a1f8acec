// Stacks of the program's threads.
//
// A run that records stacks (the detailed run of a finding) unwinds them exactly, by the unwind tables, at every event.
// Any other run takes them only when it fails, by frame pointers, which is safe anywhere and good enough to
// distinguish failures: instrumented code always has frame pointers, foreign code in between may hide its caller.
#pragma once

#include <cstdint>

#include "runtime/base/runtime.h"

namespace sleave::rt {

struct Thread;

// Whether this run records stacks.
inline bool records_stacks() { return runtime.planned && (runtime.plan->record & SLEAVE_RECORD_STACKS) != 0; }

// Each stores a stack in the trace and returns its index, SLEAVE_NO_STACK if there is nothing to store.

// The current thread, from `site` (a return address on its stack) outwards. Frames of the runtime inside are left out.
std::uint32_t stack_here(std::uintptr_t site);

// A thread that is not running, from its pending operation outwards.
std::uint32_t stack_of(Thread& thread);

// The current thread, interrupted by a signal: program counter, frame and stack pointer of the signal's context.
std::uint32_t stack_at(std::uintptr_t pc, std::uintptr_t frame, std::uintptr_t sp);

// The unwinder makes ready at its first use, under locks of its own. It does so now, in every kind of run, so that it
// does not do so later as an event of the program in one kind of run and not in another.
void stacks_warm_up();

}  // namespace sleave::rt
