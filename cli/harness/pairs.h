// sleave harness --pairs: every pair of functions on the same structure, and one table.
#pragma once

#include "cli/harness/search.h"
#include "cli/options/options.h"

namespace sleave {

// The exit code.
int search_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                 const harness::Subject& subject, const harness::Source& source);

}  // namespace sleave
