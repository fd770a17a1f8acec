// C++'s memory orders, as the search needs them.
#pragma once

#include <cstdint>

namespace sleave::graph {

enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

constexpr MemoryOrder kLastOrder = MemoryOrder::seq_cst;

inline bool acquires(MemoryOrder order) { return order != MemoryOrder::relaxed && order != MemoryOrder::release; }
inline bool releases(MemoryOrder order) { return order >= MemoryOrder::release; }

// Of an operation: of a compare-exchange, also where it fails.
struct MemoryOrders {
  MemoryOrder order = MemoryOrder::relaxed;
  MemoryOrder failed = MemoryOrder::relaxed;
  bool operator==(const MemoryOrders&) const = default;
};

}  // namespace sleave::graph
