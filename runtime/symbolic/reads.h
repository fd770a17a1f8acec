// Reads of shared memory as inputs of their own (SLEAVE_RECORD_READS): whatever a point reads at an object of the plan
// is a new unknown, so that a thread's values are expressions over what it has read, whichever thread wrote it; and
// stores there keep the expression of what they stored.
#pragma once

#include <cstdint>

#include "abi/reads.h"
#include "abi/trace.h"
#include "runtime/state/event_record.h"
#include "runtime/symbolic/word.h"

namespace sleave::rt {

extern bool reads_are_inputs;
extern bool decisions_matter;  // plain accesses are followed as well (SLEAVE_RECORD_DECISIONS)

// The plan has taken effect.
void reads_start();

// A point that reads or writes memory was executed, or a plain access recorded; `event` is its record, null if there
// was no room.
void follow_point(const EventRecord& event_record, sleave_location location, sleave_event* event);

// Something was accessed that is not followed.
void forget_point();

// The program looks at what is there: whether it is what the last point read.
void follow_looked_at(const void* address);

// The program has just written `what` there: if the last point was that write, its record gets the expression.
void follow_stored(const void* address, const Word& what);

}  // namespace sleave::rt
