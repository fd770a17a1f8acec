// Pointers of a structure that point into one array: its begin, its end, and places between them.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/harness/types.h"

namespace sleave::harness {

struct PointerRole {
  enum class Kind : std::uint8_t { none, begin, end, inside };
  Kind kind = Kind::none;
  std::size_t begin = 0;  // the member that points to the array's begin
};

// One for each member, by their names and types: of "start", "pointer" and "end" the first is the begin.
std::vector<PointerRole> pointer_roles(const Types& types, const Type& record);

}  // namespace sleave::harness
