// Memory that the program has mapped since the plan took effect. A worker unmaps what is left of it after a
// run (runtime/isolate/worker.h), and whatever the program does to it ends there, too.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

void add_mapping(const void* address, std::size_t bytes);

// The program unmaps this, or maps something else over it.
void remove_mapping(const void* address, std::size_t bytes);

// Whether all of it is such memory.
bool is_mapping(const void* address, std::size_t bytes);

bool has_mappings();

// After a run, while its memory still is as it was.
void unmap_mappings();

}  // namespace sleave::rt
