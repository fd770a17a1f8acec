// From a failed run to a finding with everything in it: the run is made again in a process of its own, recording all,
// then once more by its explicit decisions alone. Nothing is reported that did not happen again.
#pragma once

#include <string>

#include "engine/find/symbolizer.h"
#include "engine/run/target.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Confirmed {
  Trace trace;  // recorded in full
  Plan plan;    // replays it
  bool explicit_plan = true;  // false: only the sampled plan repeats it, the list of its decisions does not
};

// `failed` is what the sampled run gave. The program's output goes to `output_path`. A different result the second time
// is an error of tier diverged that names where.
Result<Confirmed> confirm(const Target& target, const Plan& plan, const Trace& failed, const std::string& output_path,
                          Symbolizer& symbolizer);

// What a detailed run records: all, as long as the run is of a size where that stays readable.
std::uint32_t detailed_record(std::uint64_t events);

}  // namespace sleave
