// Order: whether the events of a scenario can happen in an order in which every read takes the write that the scenario
// says, and in which order. The temporal half of realizability; values play no part.
//
// First the ordering constraints are closed (precedence_closure.h); mostly they contradict each other or leave no
// choice. Then the events are carried out one after the other. Events that cannot affect any remaining one are done at
// once: reads as soon as they are right, writes that no other event waits for, unlocks. Only the rest, writes that
// others are to read and the order of locks, is tried both ways; a state that was met before is not tried again.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/strategy/forest/forest.h"
#include "engine/strategy/forest/order_units.h"

namespace sleave::interference {

struct OrderAnswer {
  bool possible = false;
  bool gave_up = false;           // too many orders: not known
  std::vector<NodeId> order;      // if possible
  std::set<std::uint64_t> waits;  // if not: objects that threads waited for at the ends of what was tried
  std::vector<NodeId> blame;      // if not: local reads of which at least one must be an interference; none: hopeless
};

OrderAnswer find_order(const Forest& forest, const Scenario& scenario, const States& states);

}  // namespace sleave::interference
