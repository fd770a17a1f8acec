// The file form of a trace (a finding keeps its own): the sections one after another, same layout as in shared memory.
// read_trace() reads it. It is written without a copy: a full trace is large.
#pragma once

#include <string_view>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

// To be written one after the other. They lie in `trace` and in `header`, which is made for them.
std::vector<std::string_view> file_parts(const Trace& trace, sleave_trace& header);

}  // namespace sleave
