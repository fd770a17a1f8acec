// Memory that the calls of a client leave behind. Between __sleave_memory_begins and __sleave_memory_ends, outside of
// serial parts, blocks are listed; in the end none of them should be live. Whether the class leaves such blocks also
// when its calls come one after the other is for the explorer to find out.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"

namespace sleave::rt {

SLEAVE_HIDDEN extern bool lists_blocks;

void list_block(const void* block, std::uintptr_t site);

}  // namespace sleave::rt
