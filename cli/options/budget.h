// --time and --runs as the limits of a campaign.
#pragma once

#include <chrono>
#include <cstdint>

#include "cli/options/options.h"
#include "engine/base/result.h"

namespace sleave {

struct Budget {
  std::uint64_t runs = 0;  // 0: no limit
  std::chrono::milliseconds time{0};
};

// A number of runs alone has no limit in time: --runs=N makes N runs, on a slow machine as well.
Result<Budget> budget_of(const CommandLine& line, const Options& options);

// --strategy, or the default that the other options need.
std::string strategy_of(const CommandLine& line, const Options& options);

}  // namespace sleave
