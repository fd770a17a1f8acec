// The help page of a sub-command, made from cli/tables/commands.def and cli/tables/options.def.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/options/options.h"

namespace sleave {

// No line is wider than `width` (at least 60), if no single word is.
std::string help_page(const CommandRow& command, const std::vector<Operand>& operands, std::size_t width);

}  // namespace sleave
