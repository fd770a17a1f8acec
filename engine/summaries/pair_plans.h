// Plans that lead two operations to a meeting.
#pragma once

#include "engine/expr/variables.h"
#include "engine/summaries/meetings.h"
#include "engine/summaries/summary.h"
#include "engine/trace/plan.h"

namespace sleave::summaries {

// Of the program with both operations (include/sleave/harness.h): the meeting's input, its points, and the order in
// which both threads come there. After it, each thread runs until it waits.
Plan plan_for(const Meeting& meeting, const OperationSummaries& first, const OperationSummaries& second,
              const expr::Variables& variables);

}  // namespace sleave::summaries
