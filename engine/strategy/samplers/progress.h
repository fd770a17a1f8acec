// progress: calls of a client alone, or in turns of fixed lengths, from states that random steps lead to. For classes
// that claim to be obstruction-free or lock-free (include/sleave/client.hpp).
#pragma once

#include "engine/strategy/samplers/sampler.h"

namespace sleave {

class ProgressStrategy final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  void set_tail(std::uint64_t run, Plan& plan) const override;
};

}  // namespace sleave
