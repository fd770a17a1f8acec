// SolvedOrders: orders for races and deadlocks of a history that only a solver finds, within a counted budget.
//
// Asked after the closure said no (races.cc, deadlocks.cc), and only what simple reasons do not rule out: a lock that
// both hold, or that one must come before the other in every order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/predict/reordering.h"
#include "engine/predict/slices.h"

namespace sleave::predict {

// Solver queries and their results.
struct SolverCounts {
  std::uint64_t queries = 0;
  std::uint64_t found = 0;     // an order
  std::uint64_t given_up = 0;  // too much work
  std::uint64_t work = 0;      // as Z3 counts it
};

class SolvedOrders {
 public:
  SolvedOrders(const History& history, Dependence dependence, SolverCounts& counts);

  // The points of an order in which both accesses come last, next to each other, or with nothing after them in their
  // threads that could order them; both are as they were, up to what they read. None: there is none, or it is not
  // known.
  std::optional<std::vector<EventId>> race(EventId a, EventId b);

  // The points of an order after which these acquisitions come next in their threads.
  std::optional<std::vector<EventId>> deadlock(std::span<const EventId> acquisitions);

  // Whether more queries about this history are allowed.
  [[nodiscard]] bool may_ask() const { return questions_ > 0 && work_ > 0; }

 private:
  std::optional<std::vector<EventId>> ask(const Goal& goal);
  std::optional<Goal> race_goal(EventId first, EventId last) const;
  [[nodiscard]] Goal goal_of(std::span<const EventId> events, bool with_them) const;
  const Slices& slices();

  const History& history_;
  Dependence dependence_;  // until there are slices
  SolverCounts& counts_;
  std::optional<Slices> slices_;  // made for the first question
  std::uint64_t questions_;
  std::uint64_t work_;
};

}  // namespace sleave::predict
