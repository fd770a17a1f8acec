// The terminal report of a finding: ThreadSanitizer's order and words first, then the interleaving, one column per
// thread; the replay command is the last line.
#pragma once

#include <string>

#include "engine/find/finding.h"

namespace sleave {

struct TextStyle {
  bool color = false;
  unsigned width = 100;  // columns of the terminal; the table fits into it
};

std::string text_report(const Finding& finding, const std::string& replay_command, const TextStyle& style);

}  // namespace sleave
