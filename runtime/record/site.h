// From addresses to the names of abi/trace.h, and back to nothing: a trace holds no raw address that it can avoid.
#pragma once

#include <cstdint>

#include "abi/trace.h"

namespace sleave::rt {

// Code: module and offset.
sleave_site site_of(std::uintptr_t address);

// Data: global, slot (heap, stack, thread-local), or absolute.
sleave_location location_of(const void* address);

// A thread as an object.
sleave_location location_of_thread(std::uint32_t index);

// Reads the list of loaded modules, if it has changed since the last time. Known ones keep their index, unloaded or
// not.
void find_modules();

// Writes the module table into the trace.
void write_modules();

// Whether the code there was compiled with Sleave.
bool is_instrumented_code(const void* address);

// Called by every instrumented module's constructor.
void module_is_instrumented(const void* address_inside);

}  // namespace sleave::rt
