// Which events of a trace compete with another thread.
//
// Two operations on the same bytes compete if different threads do them, at least one writes (synchronization
// operations always count as writes), and thread creation and joining alone do not put them in order. So what main
// prepares before it starts its threads, and what it reads after joining them, does not compete, while everything that
// only locks or atomics order does: those are the orders a schedule chooses.
#pragma once

#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

// One entry per event: true if it touches bytes on which some pair of operations competes.
std::vector<bool> contended_events(const Trace& trace);

}  // namespace sleave
