// Properties of standard output.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/report/text.h"

namespace sleave {

bool is_terminal();

// Columns of the terminal behind a descriptor, or what is right for a file.
unsigned text_width(int descriptor);

// Lines of the terminal behind standard output, or what is right for a small one.
unsigned text_height();

// For people, in lines that fit on their terminal; programs, which read a file or a pipe, want whole lines. Lines that
// begin with a space stay as they are.
std::string fitted(const std::string& text, int descriptor);

// Colors and width for standard output; `when` is the value of --color. NO_COLOR and CLICOLOR_FORCE are honored.
Result<TextStyle> text_style(const std::string& when, bool full = false);

}  // namespace sleave
