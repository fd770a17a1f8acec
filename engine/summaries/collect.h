// Runs one operation alone on all inputs that the search finds, and keeps a summary of each path.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "abi/channel.h"
#include "engine/base/result.h"
#include "engine/inputs/solving.h"
#include "engine/inputs/solving_options.h"
#include "engine/run/target.h"
#include "engine/summaries/summary.h"
#include "engine/trace/plan.h"

namespace sleave::summaries {

struct CollectOptions {
  Target target;  // with arguments that name the operation
  sleave_isolation isolation = SLEAVE_ISOLATION_reset;
  Plan limits;  // flags and limits that every plan gets
  SolvingOptions solving;
  std::uint64_t seed = 1;
  std::uint64_t most_runs = 2'000;
  std::uint64_t most_steps = 400'000;  // in all summaries
  std::optional<std::chrono::steady_clock::time_point> end{};
};

// Strategy `inputs` chooses the runs. Expressions are of the pool of `solving`.
Result<OperationSummaries> collect(const CollectOptions& options, const std::string& operation, Solving& solving);

}  // namespace sleave::summaries
