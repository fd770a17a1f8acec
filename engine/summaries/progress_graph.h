// The progress graph of two threads: in which orders they can come to two given steps (Dijkstra; Carson and Reynolds,
// 1987). Its places are pairs of progress; a place where both hold one lock does not exist. A way through it is an
// order to be run.
//
// Threads may be switched where a step is a point, or is at a site that the plan makes one; the steps from one such
// place to the next are a *unit*. If the order is undisturbed, no thread reads what the other has written on the way,
// so that both do what they did alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/summaries/summary.h"

namespace sleave::summaries {

using Sites = std::set<sleave_site>;

// Places where a unit begins, in order; the first step is one of them.
std::vector<std::size_t> units_of(std::span<const Step> steps, const Sites& sites);
// Where the unit of this step begins.
std::size_t unit_begin(std::span<const Step> steps, std::size_t step, const Sites& sites);

struct Order {
  std::vector<std::uint8_t> threads;  // 0 or 1: whose unit is next
  bool undisturbed = true;
};

// How both threads make the steps before `first_end` and `second_end`, where units begin, with as few switches as
// possible; undisturbed if that is possible. None: locks, or the size of the graph, allow no order.
std::optional<Order> order_to(std::span<const Step> first, std::size_t first_end, std::span<const Step> second,
                              std::size_t second_end, const Sites& sites);

}  // namespace sleave::summaries
