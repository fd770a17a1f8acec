// The cost of a search, in about microseconds of a machine of 2020, counted by what it did and not by the clock: a
// budget that is shared by it makes the same runs every time.
//
// Only proportions matter, and only roughly: measured over the programs of tests/bugs/ and bench/joint/
// (docs/internals/auto.md).
#pragma once

#include <cstdint>

#include "engine/solve/backends/make_solver.h"
#include "engine/trace/trace.h"

namespace sleave {

// Long runs consist of loops, where an event costs a quarter of the first one of its kind.
constexpr std::uint64_t cost_of_events(std::uint64_t events) {
  constexpr std::uint64_t kFirst = 256;
  constexpr std::uint64_t kCheaper = 4;
  return events <= kFirst ? events : kFirst + (events - kFirst) / kCheaper;
}

// The cost of recording the events of a run with this many events, and of reading them afterwards.
constexpr std::uint64_t cost_of_recording(std::uint64_t events) { return 2 * cost_of_events(events); }

// A run that records this, and what it takes to look at it.
inline std::uint64_t cost_of(std::uint32_t record, const Trace& trace) {
  constexpr std::uint64_t kRun = 20;
  constexpr std::uint64_t kPathConstraint = 10;
  const bool recorded = (record & SLEAVE_RECORD_POINTS) != 0;
  const std::uint64_t events = recorded ? trace.events.size() : trace.header.events;
  return kRun + cost_of_events(events) + (recorded ? cost_of_recording(events) : 0) +
         kPathConstraint * trace.path_constraints.size();
}

// The cost of solver queries: the solver's own count of work, and the cost of the path constraints in all queries, most
// of which are answered without the solver.
constexpr std::uint64_t cost_of_solving(std::uint64_t work, std::uint64_t path_constraints) {
  constexpr std::uint64_t kAskedPathConstraint = 5;
  return work * 1'000'000 / solve::kUsualWork + kAskedPathConstraint * path_constraints;
}

}  // namespace sleave
