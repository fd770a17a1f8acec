// sleave harness --each: every function of a file alone, and one table.
#pragma once

#include "cli/harness/search.h"
#include "cli/options/options.h"

namespace sleave {

// The exit code.
int search_each(HarnessSearch& search, const CommandLine& line, const Options& options, const harness::Subject& subject,
                const harness::Source& source);

}  // namespace sleave
