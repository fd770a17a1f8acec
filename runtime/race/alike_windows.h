// What distinguishes alike threads besides events: memory that their parent uses between their creations, or that the
// thread that joins them uses between their joins.
//
// In an exchanged execution another of them is created first, or joined first. So they must not differ in what happens
// before them: each begins as if it had been created when the first of them was, and what their joins hand over arrives
// with the last join. An access that conflicts with one of the time between is no race, but distinguishes them: the
// thread is exposed (abi/trace.h), and the search no longer exchanges it.
#pragma once

#include <cstdint>

#include "runtime/race/access.h"
#include "runtime/race/threads.h"

namespace sleave::rt {

struct Thread;

// `created` has just got the clock of its parent.
void begin_alike(RaceThread& parent, Thread& created);

// `joiner` joins: now, or when the others that are alike are joined as well.
void join_alike(RaceThread& joiner, const Thread& joined);

// The joiner does something else than to join.
void end_joins(RaceThread& joiner);

// Whether two accesses that look like a race are ordered after all. Then the threads concerned are exposed.
bool are_between_alike(Access earlier, Access later, std::uintptr_t address);

}  // namespace sleave::rt
