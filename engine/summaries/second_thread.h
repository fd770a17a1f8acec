// Summaries of an operation as the second of two threads makes it.
#pragma once

#include "engine/inputs/solving.h"
#include "engine/summaries/summary.h"

namespace sleave::summaries {

// Those of `first`, whose thread is one child of the main thread, for the next child. Inputs of the structure are the
// same bytes; those that the thread asked for itself are other ones.
OperationSummaries in_second_thread(const OperationSummaries& first, Solving& solving);

}  // namespace sleave::summaries
