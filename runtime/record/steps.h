// Steps of a report as places where a debugger stops (abi/hooks.h).
#pragma once

#include <cstdint>

#include "abi/hooks.h"

namespace sleave::rt {

// `step` was recorded: its number is its index in the trace.
inline void step_is_recorded(std::uint64_t step) {
  __sleave_steps = step + 1;
  if (__builtin_expect(step == __sleave_stop_step, 0)) __sleave_step_reached();
}

}  // namespace sleave::rt
