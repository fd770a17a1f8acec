// pct: random priorities, lowered at d - 1 random steps of K (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized
// Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010). Of n threads and K steps, a run shows a bug
// that needs d ordered events with probability at least 1 / (n K^(d-1)). K is the longest run seen so far.
#pragma once

#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class PctStrategy final : public Sampler {
 public:
  PctStrategy(std::uint64_t seed, const ChoiceSet& choices, std::uint32_t depth)
      : Sampler(seed, choices), depth_(depth) {}

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;

  std::uint32_t depth_;
};

}  // namespace sleave
