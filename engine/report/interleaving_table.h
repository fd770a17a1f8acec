// The interleaving of a finding as a table: a column per thread, source lines at the right.
//
//       step | main      | T1               | T2               | where
//      -----+-----------+------------------+------------------+---------------
//          1 | create T1 |                  |                  | transfer.cc:49
//    >     9 |           | lock M1          |                  | transfer.cc:30
//    >*      |           |                  | lock M1: blocked | transfer.cc:33
//
// Columns are as wide as their content if the terminal allows it; else the widest are narrowed and their text wraps; if
// that is not enough, the threads that have no part in the failure share one column.
#pragma once

#include <string>
#include <vector>

#include "engine/find/finding.h"
#include "engine/report/text.h"

namespace sleave {

// Lines without trailing spaces; empty if the finding has no steps.
std::vector<std::string> interleaving_table(const Finding& finding, const TextStyle& style);

}  // namespace sleave
