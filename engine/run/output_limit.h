// The stored output of a program is bounded: a program that prints without end must not fill the disk.
#pragma once

#include "engine/run/target.h"

namespace sleave {

constexpr std::uint64_t kKeptOutputBytes = 16u << 20;

// Cuts the file that `output` names down to its first kKeptOutputBytes. The program appends to it, so it may grow
// again.
void cut_output(const Output& output);

}  // namespace sleave
