// A prediction: what a run could do that has the events of an observed one in another order.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/predict/history.h"

namespace sleave::predict {

struct Prediction {
  enum class Kind : std::uint8_t { race, deadlock };

  Kind kind = Kind::race;
  std::vector<EventId> events;  // that meet: both accesses of a race, the acquisitions of a deadlock
  // The order that brings it about: points of the history, in theirs. What they need is among them.
  std::vector<EventId> order;
};

// Which prediction it is, for all runs: its kind and its places in the code.
using Key = std::uint64_t;
Key key_of(const History& history, Prediction::Kind kind, const std::vector<EventId>& events);
Key key_of(Prediction::Kind kind, std::vector<sleave_site> places);

// The points of `history` that are in the cut: so many first events of each thread.
std::vector<EventId> points_in(const History& history, const std::vector<std::uint32_t>& cut);

}  // namespace sleave::predict
