// Random bytes for the program: the same sequence in every run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

void fill_by_chance(void* buffer, std::size_t bytes, std::uintptr_t site);

}  // namespace sleave::rt
