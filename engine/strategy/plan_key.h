// A key of a plan while its run is under way: made of what the campaign leaves as it is.
#pragma once

#include <cstdint>

#include "engine/trace/plan.h"

namespace sleave {

// Of id, seed and inputs. Plans of one strategy with the same key are the same run; two strategies may use a key both.
std::uint64_t plan_key(const Plan& plan);

}  // namespace sleave
