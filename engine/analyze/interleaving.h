// Selects the events of a trace that explain a failure: the rows of the interleaving table.
//
// Kept are events that compete with another thread (contention.h), thread creation, joining and ending, the last events
// of every thread that is still alive, and the culprits; not what happens before there is a second thread, nor what a
// library does with its own data. Then repetition is folded: a thread that repeats what it did since its last change,
// with the same result, spins, and adds only to a count; and a sequence of up to eight rows that happens three times or
// more in a row is shown once. If there are still too many rows, those of the failure itself, the last ones, and those
// next to a context switch stay, later ones before earlier ones.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

struct Row {
  std::uint64_t event = 0;  // index into the trace's events
  bool key = false;
  std::uint64_t repeats = 0;  // as in FindingStep
  std::uint64_t period = 0;
  std::uint64_t left_out = 0;
};

// `contended` is contended_events(trace); `culprits` is sorted.
std::vector<Row> choose_rows(const Trace& trace, const std::vector<bool>& contended,
                             const std::vector<std::uint64_t>& culprits, std::size_t limit);

}  // namespace sleave
