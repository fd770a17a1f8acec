// What the program asks for: bytes of the plan, named, and followed from there if the plan wants to know.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/trace.h"

namespace sleave::rt {

// Whether values that depend on the input are followed in this run.
extern bool follows_inputs;

// The plan has taken effect.
void inputs_start();

// The current thread asks, at `site`, for the input with this name: memory gets the plan's bytes, where it has any, and
// the input is recorded.
void take_input(char* memory, std::size_t bytes, const char* text, std::int64_t base, std::uintptr_t site);

// A point of the current thread found these bytes, lowest first: an input that it did not ask for. Null: no room.
sleave_trace_input* record_read(void* memory, std::uint64_t value, unsigned bytes);

}  // namespace sleave::rt
