// A read from a pipe or a stream socket may return less than is there: one byte is all that POSIX promises. So may a
// write that must not wait, unless a pipe has to take it whole (PIPE_BUF). How many bytes it falls short by is a choice
// of the plan (choice `short`).
#pragma once

#include <cstddef>

#include "runtime/descriptor/table.h"

namespace sleave::rt {

// How many bytes a read of `wanted` bytes that need not wait asks the kernel for.
std::size_t bytes_to_read(int descriptor, const Opened* what, std::size_t wanted);

// How many bytes of `wanted` a write that must not wait offers to the kernel.
std::size_t bytes_to_write(int descriptor, const Opened* what, std::size_t wanted);

}  // namespace sleave::rt
