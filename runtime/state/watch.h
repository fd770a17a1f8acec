// What instrumented code looks at before it calls the hook of a plain access (abi/hooks.h).
#pragma once

#include <cstdint>

#include "abi/hooks.h"

// Shared libraries look at it too, but nobody can put another in its place.
extern "C" __attribute__((visibility("protected"))) struct sleave_watch __sleave_watch;

namespace sleave::rt {

// To whom plain accesses matter from now on.
void watch_accesses(sleave_accesses_matter whom);

// The heap of the main thread, in this slot, is ready.
void watch_main_heap(std::uint32_t slot);

}  // namespace sleave::rt
