// A prediction: what a run could do that has the events of an observed one in another order.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/predict/history.h"

namespace sleave::predict {

// Which prediction it is, for all runs: its kind and its places in the code.
using Key = std::uint64_t;

struct Prediction {
  // The most worth trying first. From `dangling` on: an event comes upon what another has left, which it did not in any
  // run so far.
  enum class Kind : std::uint8_t {
    deadlock,
    race,
    dangling,      // a use of memory after its release
    null_read,     // a read of zero where there was something
    lost_wake_up,  // a wait that begins after the signal
    destroyed,     // a use of an object after its destruction
    busy,          // an attempt at a lock that another thread has
    atomicity,     // a store of another thread between two accesses to the same memory, which no serial order has
    order,         // any other store
    same_value,    // one that makes no difference on its own
  };

  Kind kind = Kind::race;
  std::vector<EventId>
      events;  // that meet: accesses of a race, acquisitions of a deadlock; what was left, and who finds it
  // The order that brings it about, as points of the history.
  std::vector<EventId> order;
  Key key = 0;
  bool precise = true;  // the run that has this order does what was predicted; else it may
};

inline bool is_meeting(Prediction::Kind kind) { return kind >= Prediction::Kind::dangling; }

Key race_key(sleave_site a, sleave_site b);
Key deadlock_key(std::vector<sleave_site> acquisitions);
Key meeting_key(sleave_site left, sleave_site found);
// `left` between two uses of the memory by another thread.
Key split_key(sleave_site before, sleave_site left, sleave_site found);

// The points of `history` that are in the cut: the given number of first events of each thread.
std::vector<EventId> points_in(const History& history, const std::vector<std::uint32_t>& cut);

}  // namespace sleave::predict
