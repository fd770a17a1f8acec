// random: at every point each enabled thread with the same probability.
#pragma once

#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class RandomStrategy final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
};

}  // namespace sleave
