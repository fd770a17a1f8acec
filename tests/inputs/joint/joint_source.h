// The C source of a random program of engine/testing/joint_program.h, for sleave-cc at -O0: there every
// `if` is a branch, and every access of the array is one.
#pragma once

#include <cstdint>
#include <string>

#include "engine/testing/joint_program.h"

namespace sleave::joint_test {

constexpr std::uint64_t kLock = 8;  // the place that is a lock; those below are bytes

// Programs `first` to `first + count - 1` by their seeds, of which the one that its argument names is run.
std::string source_of(unsigned first, unsigned count);

}  // namespace sleave::joint_test
