// random: at every point each enabled thread with the same probability.
#pragma once

#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class RandomStrategy final : public Sampler {
 public:
  using Sampler::Sampler;
  [[nodiscard]] std::string name() const override { return "random"; }

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
};

}  // namespace sleave
