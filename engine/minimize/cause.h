// Cause: the orderings that make a run fail, found by trying: as long as they hold it fails, and with one of them
// reversed it does not. docs/internals/minimising.md tells how, and what the counts mean.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/minimize/attempts.h"
#include "engine/minimize/ordering.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct Cause {
  std::vector<Ordering> orderings;  // may be empty: it fails in whatever order
  std::uint64_t runs = 0;           // in which all of them held, otherwise arranged at random,
  std::uint64_t failed = 0;         // and those of them that failed in the same way
  std::uint64_t reversed_runs = 0;  // the same with one of them reversed
  std::uint64_t reversed_failed = 0;
};

// `told` is a run of `plan` and recorded its points. Nothing if no set of orderings explains it.
std::optional<Cause> find_cause(Attempts& attempts, const Plan& plan, const Trace& told);

}  // namespace sleave
