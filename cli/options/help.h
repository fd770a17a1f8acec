// The help page of a sub-command, made from cli/tables/commands.def and cli/tables/options.def.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/options/options.h"

namespace sleave {

// `common`: the options that most people need. A command with few options has one page.
enum class HelpPage { common, all };

// No line is wider than `width` (at least 60), if no single word is.
std::string help_page(const CommandRow& command, const std::vector<Operand>& operands, HelpPage page,
                      std::size_t width);

}  // namespace sleave
