// Mutation: a given input with a few changes, as fuzzers make them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/plan.h"

namespace sleave {

using InputValues = std::vector<Plan::Input>;

// Changes one to several bytes. What comes out depends only on `seed`.
void mutate(InputValues& inputs, std::uint64_t seed);

}  // namespace sleave
