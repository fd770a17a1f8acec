// realpath(), step by step as the C library does it: every prefix is looked at by its absolute path, so that a
// directory above the current one that may not be searched is in the way.
#pragma once

#include <cstddef>

#include "runtime/files/inode.h"

namespace sleave::rt {

// Into `result`, which has kPathBytes. 0 or a negative error; `bytes` is the result's size with its zero.
long absolute_path(const char* path, char* result, std::size_t* bytes);

}  // namespace sleave::rt
