// The file form of a trace (serialize in trace.h) without a copy of it: a full trace is large.
#pragma once

#include <string_view>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

// To be written one after the other. They lie in `trace` and in `header`, which is made for them.
std::vector<std::string_view> file_parts(const Trace& trace, sleave_trace& header);

}  // namespace sleave
