// What a search costs, in about microseconds of a machine of 2020, by what it did and not by the clock: who shares a
// budget by it makes the same runs every time.
//
// Only proportions matter, and only roughly: measured over the programs of tests/bugs/ and bench/joint/
// (docs/internals/auto.md).
#pragma once

#include <cstdint>

#include "engine/solve/make_solver.h"
#include "engine/trace/trace.h"

namespace sleave {

// A run that records this, and what it takes to look at it.
inline std::uint64_t cost_of(std::uint32_t record, const Trace& trace) {
  constexpr std::uint64_t kRun = 40;
  constexpr std::uint64_t kRecordedEvent = 3;  // those that are read afterwards
  constexpr std::uint64_t kTruth = 10;
  const bool recorded = (record & SLEAVE_RECORD_POINTS) != 0;
  const std::uint64_t events = recorded ? kRecordedEvent * trace.events.size() : trace.header.events;
  return kRun + events + kTruth * trace.truths.size();
}

// What a solver did, by its own count, and what it took to ask: so many truths were in all questions, most of which
// are answered without it.
constexpr std::uint64_t cost_of_solving(std::uint64_t work, std::uint64_t truths) {
  constexpr std::uint64_t kAskedTruth = 5;
  return work * 1'000'000 / solve::kUsualWork + kAskedTruth * truths;
}

}  // namespace sleave
