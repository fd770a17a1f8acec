// Where a value that depended on the input was followed no further.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

// At the code address `site`; 0: wherever the value was computed.
void lose(sleave_concretization_kind kind, std::uintptr_t site);

}  // namespace sleave::rt
