// Cause: the orderings that make a run fail, found by trying: as long as they hold it fails, and with one of them
// reversed it does not. docs/internals/minimising.md tells how, and what the counts mean.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/minimize/ordering.h"
#include "engine/minimize/trials.h"

namespace sleave {

struct Cause {
  std::vector<Ordering> orderings;  // may be empty: it fails in whatever order
  std::uint64_t runs = 0;           // in which all of them held, otherwise arranged at random,
  std::uint64_t failed = 0;         // and those of them that failed in the same way
  std::uint64_t reversed_runs = 0;  // the same with one of them reversed
  std::uint64_t reversed_failed = 0;
};

// Of the told run. Nothing if no set of orderings explains it.
std::optional<Cause> find_cause(Trials& trials);

}  // namespace sleave
