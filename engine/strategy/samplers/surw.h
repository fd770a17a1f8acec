// surw: selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency Testing,
// ASPLOS 2025). All interleavings of the events at some objects are equally likely; which objects, and how many events
// each thread makes there, is learned from earlier runs. runtime/sched/policy_guided.cc.
#pragma once

#include "engine/strategy/samplers/object_weights.h"
#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class SurwStrategy final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
  void learn(const Plan& plan, const Trace& trace, const std::vector<std::uint32_t>& places) override;
  [[nodiscard]] nlohmann::json save_learned() const override;
  void load_learned(const nlohmann::json& saved) override;

  ObjectWeights weights_;
};

}  // namespace sleave
