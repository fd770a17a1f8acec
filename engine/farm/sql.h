// The farm's tables and functions, which are part of this program (engine/farm/sql).
#pragma once

#include <vector>

namespace sleave::farm {

// In their order: each changes a database that has all before it.
const std::vector<const char*>& migrations();

// Created again by every init.
extern const char* const kFunctions;
// Who may call them. Applied after them.
extern const char* const kRights;

}  // namespace sleave::farm
