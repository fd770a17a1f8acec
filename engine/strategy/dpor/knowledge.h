// What a search has learned, with what follows from it. Runs share one of these until something new is learned.
#pragma once

#include <cstdint>

#include "engine/model/learned_facts.h"
#include "engine/strategy/dpor/graph/symmetry.h"

namespace sleave {

struct Knowledge {
  Knowledge() = default;
  explicit Knowledge(LearnedFacts learned);

  LearnedFacts facts;
  graph::Symmetry symmetry;
  std::uint64_t alike = 0;  // of the plan: sleave_plan::tail_alike
};

}  // namespace sleave
