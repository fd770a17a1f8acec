// A plain access of the program, announced by the code that performs it on the program's behalf.
#pragma once

#include <cstdint>

namespace sleave::rt {

// As the hooks of abi/hooks.h: in the current thread, just before the access, by the code at `site`.
void announce_read(const void* address, std::uint64_t bytes, std::uintptr_t site);
void announce_write(const void* address, std::uint64_t bytes, std::uintptr_t site);

}  // namespace sleave::rt
