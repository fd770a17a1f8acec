// Giving way to others.
#pragma once

#include <cstdint>

namespace sleave::rt {

void give_way(std::uintptr_t site);

}  // namespace sleave::rt
