// Which memory orders would have kept a run with loads of old values from happening.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/model/memory_order.h"
#include "engine/trace/trace.h"

namespace sleave {

struct MissingOrder {
  std::uint64_t event = 0;  // in the trace: of its place in the code the one that matters, or the first
  graph::MemoryOrder order = graph::MemoryOrder::relaxed;
};

struct WeakRun {
  std::vector<MissingOrder> missing;  // with all of these C++20 does not allow the run, without one of them it does
  bool on_x86 = false;                // whether x86 processors can do it
};

// Of a run that C++20 allows and that is no interleaving.
WeakRun explain_weak_run(const Trace& trace);

std::string order_name(graph::MemoryOrder order);

}  // namespace sleave
