// Happens-before in an execution graph, as one clock for each event: how many events of each thread come before it.
//
// What makes it: program order; creation and join; a release store, or a release fence and a later store, with an
// acquire load, or a load and a later acquire fence, that reads it or an update in its release sequence (C++20: the
// store and the updates that read one another from it).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/strategy/dpor/graph/graph.h"

namespace sleave::graph {

// Whether its predecessor happens before the event: all but the end of a sleep on a condition, which only comes later.
bool has_ordering_predecessor(const Event& event);

class HappensBefore {
 public:
  HappensBefore() = default;
  // `order`: no event comes before its program order, its source or its predecessor.
  HappensBefore(const Graph& graph, std::span<const EventId> order);

  // The next event in such an order.
  void add(const Graph& graph, EventId id);

  // Whether `event` happens before `other`.
  [[nodiscard]] bool before(const Graph& graph, EventId event, EventId other) const {
    return event != other && clock(other)[graph.event(event).thread] > graph.event(event).index;
  }
  // Whether it would happen before the next event of a thread that starts after `predecessor` or has events.
  [[nodiscard]] bool before_next(const Graph& graph, EventId event, const Event& next) const;

 private:
  [[nodiscard]] const std::uint32_t* clock(EventId id) const { return &clocks_[id * room_]; }
  void make_room(const Graph& graph);

  std::size_t room_ = 0;  // threads that a clock has room for
  EventIds last_;         // of each thread, so far
  RecycledVector<std::uint32_t> clocks_;
  RecycledVector<std::uint32_t> messages_;  // of each write: what an acquire load of it comes after
  RecycledVector<std::uint32_t> pending_;   // of each thread: what its next acquire fence comes after
  RecycledVector<std::uint32_t> released_;  // of each thread: what came before its last release fence
};

}  // namespace sleave::graph
