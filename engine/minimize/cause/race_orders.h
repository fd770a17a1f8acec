// Which memory orders would have prevented a data race: of accesses that are handed from thread to thread by an atomic
// operation with too weak an order.
#pragma once

#include <vector>

#include "engine/minimize/cause/tried_orders.h"
#include "engine/minimize/reduce/attempts.h"
#include "engine/strategy/weak/missing_orders.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// The reported run, which ends with a data race and had the orders `with`, is repeated with stronger ones. Returned are
// those with all of which it has no such race, and without one of them it does; none: no orders help. They may order
// the accesses in this run alone, by an operation that has nothing to do with them, so they are to be tried in others.
std::vector<MissingOrder> orders_against_race(Attempts attempts, const Plan& plan, const Trace& reported,
                                              const std::vector<SuggestedOrder>& with);

}  // namespace sleave
