// From a recorded trace to a Finding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/trace/trace.h"

namespace sleave {

// Everything but id, target, strategy, seed and first_run, which the caller knows. `trace` must be of a failed run; the
// more it recorded (points, notes, accesses, stacks), the fuller the result. Threads have the indices of the trace.
// `named`: events that the table must have.
Finding build_finding(const Trace& trace, Symbolizer& symbolizer, const std::vector<std::uint64_t>& named = {});

// Marks the steps that the finding's cause names, which experiments found, as part of the failure; of a crash, an
// assertion and the like instead of those that build_finding() takes for it. Does nothing to a finding without a cause.
void mark_cause(Finding& finding, const Trace& trace);

// What makes two failures the same bug, in one line: "deadlock:5f1c09aa transfer.cc:31+transfer.cc:33". Stable across
// schedules, seeds, addresses and machines. Needs only the outcome, its stacks and the threads. By kind:
//   deadlock                   what the causing threads (waits.h) wait for, and where; others stand only behind them
//   no progress                the functions the threads were started with: where a loop is cut is chance
//   exit with non-zero code    the code, and where exit() was called
//   assertion failure          its function and line
//   everything else            the line, and up to three functions of the program from there outwards, without the
//                              outermost, which only identifies the thread
//   data race                  both lines with their functions, whichever came first
std::string failure_signature(const Trace& trace, Symbolizer& symbolizer);

// The signature a run has that ends with this race.
std::string race_signature(const Trace& trace, const sleave_trace_race& race, Symbolizer& symbolizer);

}  // namespace sleave
