#include "engine/strategy/shared/make_shared.h"

#include <algorithm>
#include <utility>

#include "engine/base/rng.h"
#include "engine/strategy/registry/make_strategy.h"
#include "engine/strategy/shared/generations.h"
#include "engine/strategy/shared/shared_samples.h"

namespace sleave {
namespace {

// Of a sampler, whose plans hardly depend on the last runs. Others plan each run with all that came before.
constexpr std::size_t kRoundOfSampler = 32;

bool samples(const std::string& name) {
  const std::vector<std::string>& all = sampler_names();
  return std::find(all.begin(), all.end(), name) != all.end();
}

Error needs_runs(const std::string& words) {
  return {Tier::usage, "missing --runs=N: " + words + "\nfor example --runs=1000000"};
}

Result<std::unique_ptr<Strategy>> make_generations(const std::string& name, const StrategyOptions& options,
                                                   const SharedOptions& shared) {
  if (options.predict == "on") return Error{Tier::usage, "--predict=on is not for a farm with strategy " + name};
  const bool sampled = name == "concolic";
  if (sampled && shared.runs == 0) return needs_runs("under how many schedules all paths are run");
  return std::unique_ptr<Strategy>(
      std::make_unique<Generations>(Generations::Options{.schedules = sampled ? shared.runs : 1,
                                                         .seed = options.seed,
                                                         .solving = options.solving,
                                                         .has_one_worker = shared.jobs == 1,
                                                         .seeds = options.given_inputs}));
}

}  // namespace

SharedClaim shared_claim(const std::string& name) {
  return name == "dpor" ? SharedClaim::complete : SharedClaim::sampled;
}

Result<std::unique_ptr<Strategy>> make_shared_strategy(const std::string& name, const StrategyOptions& options,
                                                       const SharedOptions& shared, const MakeFromSeed& make) {
  if (name == "dpor") return make(options.seed);
  if (name == "concolic" || name == "inputs") return make_generations(name, options, shared);
  if (!options.given_inputs.empty())
    return Error{Tier::usage, "--corpus: on a farm only strategies concolic and inputs begin with a corpus"};
  if (name != "auto" && !samples(name)) {
    return Error{Tier::usage, "strategy " + name +
                                  " is a search of one machine\nuse dpor, auto, concolic, inputs or a "
                                  "sampling strategy"};
  }
  if (shared.runs == 0) return needs_runs("how many runs all nodes make together");
  const bool in_rounds = samples(name) && options.predict != "on";
  const SharedSamples::Options wanted{
      .runs = shared.runs, .round = in_rounds ? kRoundOfSampler : 1, .has_one_worker = shared.jobs == 1};
  return std::unique_ptr<Strategy>(std::make_unique<SharedSamples>(
      wanted, [make, seed = options.seed](std::uint64_t item) { return make(derive_seed(seed, item)); }));
}

}  // namespace sleave
