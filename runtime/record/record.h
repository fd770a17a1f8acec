// Writes events into the trace.
#pragma once

#include <cstdint>

#include "abi/trace.h"
#include "abi/words.h"
#include "runtime/state/event_record.h"

namespace sleave::rt {

// A POINT event was executed by the current thread: counts, hashes, records it, and notifies the scheduler.
void record_point(const EventRecord& event_record);

// A NOTE, recorded only if the plan asks for notes (accesses: for accesses).
void record_note(const EventRecord& event_record);
// A NOTE for a search (signal_chance, calls): recorded with the points.
void record_chance(const EventRecord& event_record);
// The operand of an operation on `object`, whose event follows: for a search that computes its effect on another value.
void record_operand(std::uintptr_t site, const void* object, std::uint64_t operand, std::uint8_t operation,
                    std::uint64_t extra = 0);
void record_access(sleave_event_kind kind, std::uintptr_t site, const void* address, std::uint64_t bytes);

// The plan has taken effect. A process makes one run, so there is nothing of an earlier one to forget.
void record_start();

// The last uncontrolled call of a thread, as an index of abi/calls/intercepts.h; SLEAVE_CALL_COUNT: none.
unsigned last_uncontrolled(const Thread& thread);

// Counts, hashes, threads, held locks, modules and edges into the trace. `with_stacks`: also the stack of each thread.
void record_end(bool with_stacks);

}  // namespace sleave::rt
