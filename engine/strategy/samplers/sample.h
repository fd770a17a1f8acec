// sample: the default sampler. It alternates partial order sampling (pos) alone and with each of the additions that
// find what pos misses: relations that were not seen yet (feedback), objects whose events are interleaved uniformly
// (surw), both, and relations while threads fall behind for long (pct). Some runs are a random walk.
// docs/internals/sampling.md has the figures.
#pragma once

#include "engine/strategy/samplers/object_weights.h"
#include "engine/strategy/samplers/pair_memory.h"
#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class SampleStrategy final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
  void learn(const Plan& plan, const Trace& trace, const std::vector<std::uint32_t>& places) override;
  [[nodiscard]] nlohmann::json save_learned() const override;
  void load_learned(const nlohmann::json& saved) override;

  ObjectWeights weights_;
  PairMemory memory_;
};

}  // namespace sleave
