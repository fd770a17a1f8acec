// Arguments that followed code has left for a function of the runtime.
#pragma once

#include <cstdint>

#include "runtime/symbolic/word.h"

namespace sleave::rt {

// The argument number `index` of the function at `function`, which was called with this value.
Word take_argument(const void* function, std::uint32_t index, unsigned width, sleave_uint128 value,
                   std::uintptr_t site);

// All that were wanted are taken.
void arguments_taken();

}  // namespace sleave::rt
