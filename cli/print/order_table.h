// The texts of `sleave orders`: pure functions, pinned by order_table_test.cc.
#pragma once

#include <string>

#include "engine/campaign/campaign.h"
#include "engine/orders/program_orders.h"

namespace sleave {

// The table by source line, and what it is worth.
std::string order_lines(const CampaignOptions& options, const ProgramOrders& orders);

// The same for other tools.
std::string orders_json(const CampaignOptions& options, const ProgramOrders& orders);

// "test 7: store at a.cc:12"; without a place, of all orders as they are.
std::string order_progress(const OrderPlace* place, std::uint64_t tests);

}  // namespace sleave
