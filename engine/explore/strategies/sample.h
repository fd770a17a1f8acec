// sample: what a user gets who asks for nothing. A portfolio by turns, because each of the samplers misses something
// that another finds (docs/internals/sampling.md has the figures): every second run is feedback's, a quarter of them
// pos', whose base it shares, an eighth surw's, and the last eighth goes to random and to pct with depth 2, 3 and 5 by
// turns.
#pragma once

#include "engine/explore/strategies/object_weights.h"
#include "engine/explore/strategies/pair_memory.h"
#include "engine/explore/strategies/sampler.h"

namespace sleave {

class SampleStrategy final : public Sampler {
 public:
  using Sampler::Sampler;
  [[nodiscard]] std::string name() const override { return "sample"; }

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
  [[nodiscard]] std::uint64_t tails() const override { return kTails; }
  void learn(const Plan& plan, const Trace& trace, const std::vector<std::uint32_t>& places) override;
  [[nodiscard]] nlohmann::json save_learned() const override;
  void load_learned(const nlohmann::json& saved) override;

  void set_feedback(Plan& plan) const;
  void set_older(std::uint64_t round, Plan& plan) const;

  static constexpr std::uint64_t kTails = 8;
  ObjectWeights weights_;
  PairMemory memory_;
};

}  // namespace sleave
