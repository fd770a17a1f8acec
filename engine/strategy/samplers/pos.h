// pos: partial order sampling (Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018). The direction of
// every race is a coin of its own, so events that race with nothing do not dilute the choice.
// runtime/sched/event_priority.h.
#pragma once

#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class PosStrategy final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
};

}  // namespace sleave
