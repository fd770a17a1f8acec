// The memory orders that a program's tests need, for `sleave orders`.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/campaign/campaign.h"
#include "engine/orders/order_search.h"
#include "engine/strategy/exhaustion.h"

namespace sleave {

struct ProgramOrders {
  OrderReport report;
  std::uint64_t runs = 0;
  double seconds = 0;
  std::uint64_t unknown = 0;             // operations that have no place in the program (order_places.h)
  std::optional<Exhaustion> exhaustion;  // of the last search that was complete
};

// Of the options: target, isolation, limits, choices, seed, suppressions, `time` of the whole, and `runs` as the most
// of each test.
Result<ProgramOrders> find_program_orders(const CampaignOptions& options, const OrderProgress& progress);

}  // namespace sleave
