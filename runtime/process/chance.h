// Random bytes for the program: the same sequence in every run.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

void fill_by_chance(void* buffer, std::size_t bytes, std::uintptr_t site);

// The first `bytes` of these buffers; a negative number is an error, and nothing was filled.
void fill_parts_by_chance(const iovec* parts, std::size_t count, long bytes, std::uintptr_t site);

}  // namespace sleave::rt
