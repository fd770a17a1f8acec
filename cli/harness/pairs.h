// sleave harness --pairs: every pair of functions on the same structure, and one table.
#pragma once

#include "cli/harness/search.h"
#include "cli/options/options.h"

namespace sleave {

// Whether summaries of single operations plan runs of pairs.
enum class WithSummaries : bool { no, yes };

// The exit code.
int search_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                 const harness::Subject& subject, const harness::Source& source, WithSummaries summaries);

// The same with the operations of a file that is a harness already (SLEAVE_OPERATIONS).
int search_given_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                       const harness::Subject& subject, WithSummaries summaries);

}  // namespace sleave
