// Makes the strategy of a search that several processes share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/strategy/strategy.h"
#include "engine/strategy/strategy_options.h"

namespace sleave {

struct SharedOptions {
  std::uint64_t runs = 0;  // of all processes; of a strategy that solves for inputs: schedules, each with all its paths
  unsigned jobs = 1;       // of this process
};

// What such a search can claim in the end.
enum class SharedClaim { complete, sampled };
SharedClaim shared_claim(const std::string& name);

// `make` makes the strategy for one process, from a seed. An error: the strategy cannot be shared, or how it can.
using MakeFromSeed = std::function<Result<std::unique_ptr<Strategy>>(std::uint64_t seed)>;
Result<std::unique_ptr<Strategy>> make_shared_strategy(const std::string& name, const StrategyOptions& options,
                                                       const SharedOptions& shared, const MakeFromSeed& make);

}  // namespace sleave
