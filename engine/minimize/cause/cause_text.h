// A cause in sentences with source lines, for the finding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/find/finding.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/minimize/cause/cause.h"
#include "engine/trace/trace.h"

namespace sleave {

// `finding` reports the run `reported`; objects have the names that it gave them.
//
//   T2's store of head (queue.h:41) comes between T1's load of head (queue.h:33) and its CAS of head (queue.h:36)
//   T1's lock of M1 (bank.cc:12) comes before T2's lock of M1 (bank.cc:17)
FindingCause describe(const Cause& cause, const Finding& finding, const Trace& reported, Symbolizer& symbolizer);

// Of events of the reported run: "T2's store of head (queue.h:41)".
std::vector<std::string> name_events(const std::vector<std::uint64_t>& events, const Finding& finding,
                                     const Trace& reported, Symbolizer& symbolizer);

}  // namespace sleave
