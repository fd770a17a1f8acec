// sleave harness of a file that lists operations itself (SLEAVE_OPERATIONS): pairs of them, and one table.
#pragma once

#include "cli/harness/search.h"
#include "cli/options/options.h"

namespace sleave {

// Whether summaries of single operations plan runs of pairs.
enum class WithSummaries : bool { no, yes };

// All pairs, or that of --function and --with. The exit code.
int search_given_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                       const harness::Subject& subject, WithSummaries with_summaries);

}  // namespace sleave
