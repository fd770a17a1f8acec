// Whether the memory orders that are named as missing help, by runs whose plans give them to the program.
//
// Often the reported run lacks one order, and runs that fail otherwise lack others: both sides of a lock, say. Each run
// that still fails names what it lacks, until none fails.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/minimize/reduce/attempts.h"
#include "engine/model/choice_set.h"
#include "engine/model/memory_order.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// A memory order that a failed run lacks, in words: "T1's store of head (queue.h:41) were release".
struct SuggestedOrder {
  sleave_site site = 0;
  graph::MemoryOrder order = graph::MemoryOrder::relaxed;
  std::string words;
  bool only_others = false;  // the reported run does not lack it, but others that fail
};

struct TriedOrders {
  // Those of the reported run; then those that other runs lack, which still failed without them, if no run fails any
  // more with all of them.
  std::vector<SuggestedOrder> orders;
  std::uint64_t runs = 0;    // with all of these: the reported one, which C++20 must not allow any more, and samples
  std::uint64_t failed = 0;  // in the same way
};

// What the orders are tried with. Each round of runs has the budget of new attempts.
struct OrderTries {
  // What a run lacks that failed although it had the orders `with`; empty: no orders would help.
  using Missing =
      std::function<std::vector<SuggestedOrder>(const Trace& failed, const std::vector<SuggestedOrder>& with)>;

  std::function<Attempts()> attempts;
  Missing missing;
  ChoiceSet choices;
};

// As a plan has them.
std::vector<sleave_plan_order> orders_of(const std::vector<SuggestedOrder>& suggested);

// `plan` replays the reported run, which lacks `missing`.
TriedOrders try_orders(const OrderTries& tries, const Plan& plan, const std::vector<SuggestedOrder>& missing,
                       bool is_race);

}  // namespace sleave
