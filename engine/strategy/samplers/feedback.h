// feedback: looks for pairs of code that meet at an object in an order not seen before, and steers runs towards them
// (pair_memory.h).
#pragma once

#include "engine/strategy/samplers/pair_memory.h"
#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class FeedbackStrategy final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
  void learn(const Plan& plan, const Trace& trace, const std::vector<std::uint32_t>& places) override;
  [[nodiscard]] nlohmann::json save_learned() const override;
  void load_learned(const nlohmann::json& saved) override;

  PairMemory memory_;
};

}  // namespace sleave
