// Which code came upon an object as which other code had left it: reads-from, by places in the code. A lock is an
// object like another; who takes it finds what its last holder left.
#pragma once

#include "abi/trace.h"
#include "runtime/base/hidden.h"
#include "runtime/state/event_record.h"

namespace sleave::rt {

// Whether the plan asks for pairs, or for the last writers.
SLEAVE_HIDDEN extern bool pairs_matter;

// The plan has taken effect.
void pairs_start();

// An event of the current thread.
void pairs_add(const EventRecord& event_record);

// The code that last wrote an object in this run; 0: none did.
sleave_site last_writer(const void* object);

// Into the trace, at the end.
void write_pairs();

}  // namespace sleave::rt
