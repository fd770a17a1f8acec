// Whether the memory orders that are named as missing help, by runs whose plans give them to the program.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/minimize/reduce/attempts.h"
#include "engine/model/choice_set.h"
#include "engine/strategy/weak/missing_orders.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

struct TriedOrders {
  std::uint64_t runs = 0;    // the reported one, which C++20 must not allow any more, and samples
  std::uint64_t failed = 0;  // in the same way
};

// `plan` replays the run of `reported`.
TriedOrders try_orders(Attempts& attempts, const Plan& plan, const Trace& reported,
                       const std::vector<MissingOrder>& missing, const ChoiceSet& choices);

}  // namespace sleave
