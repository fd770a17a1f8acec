// auto: a portfolio by turns: random, then pct with depth 2, 3 and 5. Bugs that need many small switches are random's,
// bugs that need few at the right places are pct's; a quarter of the budget each loses at most a factor of four against
// the best of them.
#pragma once

#include "engine/explore/strategies/sampler.h"

namespace sleave {

class AutoStrategy final : public Sampler {
 public:
  using Sampler::Sampler;
  [[nodiscard]] std::string name() const override { return "auto"; }

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
  [[nodiscard]] std::uint64_t tails() const override { return kTails; }

  static constexpr std::uint64_t kTails = 4;
};

}  // namespace sleave
