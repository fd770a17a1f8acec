// Marks of control-flow edges taken, as instrumented modules keep them and as the trace has them: the marks of one
// module after the other, in the order in which their constructors ran.
#pragma once

#include <cstdint>

#include "abi/trace.h"

namespace sleave::rt {

// [begin, end) are the marks of an instrumented module.
void add_edges(std::uint8_t* begin, std::uint8_t* end);

// Says in the table of modules where in the section of edges their marks are, or would be.
void place_edges(sleave_trace_module* modules, std::uint32_t count);

// Into the trace, if the plan asks for them.
void write_edges();

}  // namespace sleave::rt
