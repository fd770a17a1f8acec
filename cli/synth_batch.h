// sleave synth --batch: one search after the other, each a process of its own.
#pragma once

#include "cli/options/options.h"

namespace sleave {

// Searches each entry of the list that has no result yet, then writes table.md and index.html. Returns the exit code:
// that of a finding if there is one.
int search_batch(const CommandLine& line, const Options& options);

}  // namespace sleave
