// How the values of a history's reads were used: what was decided by them, and what was stored of them.
//
// A read that finds another value changes nothing as long as nothing is decided by it: no branch, no address, and no
// use in code that is not tracked. The "branch events" of Huang, Meredith and Rosu (reordering.h), with dependences
// known value by value, not thread by thread.
#pragma once

#include <vector>

#include "engine/predict/history.h"

namespace sleave::predict {

struct Dependence {
  // Of each event that reads, after which events something was decided by what it found: before the next event of their
  // threads. Of each thread the first is enough.
  std::vector<std::vector<EventId>> decides;
  // Of each event that stores, the reads that what it stored was computed from; itself, if it is an update.
  std::vector<std::vector<EventId>> made_of;
};

// Every read decides something at once. So nothing that is stored can change.
Dependence everything_decides(const History& history);

// No read decides anything: more than is ever true.
Dependence nothing_decides(const History& history);

}  // namespace sleave::predict
