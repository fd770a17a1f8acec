// A prediction as the decided part of a plan.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/predict/prediction.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave::predict {

// Points of `history`, which is that of `trace`, in an order to be run in; `places` names the trace's threads as the
// plan does. Choices that the trace's points took are taken again.
void decide_order(const Trace& trace, const History& history, const std::vector<EventId>& order,
                  const std::vector<std::uint32_t>& places, Plan& plan);

}  // namespace sleave::predict
