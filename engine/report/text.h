// The terminal report of a finding: ThreadSanitizer's order and words first, then the interleaving, one column per
// thread; the replay command is the last line.
#pragma once

#include <string>

#include "engine/find/finding.h"

namespace sleave {

struct TextStyle {
  bool color = false;
  unsigned width = 100;  // columns of the terminal; 60 to 250, what is outside is taken as the nearest
  unsigned lines = 60;   // of a report, about: a longer one shows fewer steps and frames; 0: all of them
  unsigned frames = 0;   // of a stack, the innermost; 0: all of them
  bool cut = false;      // steps or frames were left out to fit
};

// No line is wider than the style allows, except those that must stay in one piece: the summary and the dedup token,
// which scripts read, and the replay command, which people copy. Nothing the tested program could choose (names,
// messages) reaches the terminal as a control character. An empty `replay_command` leaves the last line away.
std::string text_report(const Finding& finding, const std::string& replay_command, const TextStyle& style);

// For a data race on the object of finding `first`, whose report is printed: the summary line with the object and the
// command.
std::string related_race_line(const Finding& finding, int first, const std::string& replay_command,
                              const TextStyle& style);

}  // namespace sleave
