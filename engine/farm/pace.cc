#include "engine/farm/pace.h"

#include <algorithm>

namespace sleave::farm {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kMostGiven = 64;  // in one call
constexpr std::int64_t kMostWanted = 8;
constexpr std::int64_t kLeastFree = 16;  // rows: two nodes that run out of small ones should not wait for a third
constexpr std::int64_t kFirstCalls = 5;  // of a lease: others are waiting, perhaps

// With sync = 5 s: nodes with work make at most 50 calls a second until every 5 s is less, or 200 where somebody waits.
constexpr std::int64_t kBusyShare = 250;    // 20 ms for each node, and at least a second
constexpr std::int64_t kHurryShare = 1000;  // 5 ms for each node, and at least a quarter of one
constexpr std::int64_t kIdleShare = 2500;   // 2 ms for each node that waits, and at least a quarter of a second

// sync / share for each of `number`, between sync / fastest and sync.
milliseconds paced(std::int64_t number, std::int64_t share, std::int64_t fastest, milliseconds sync) {
  return std::clamp(number * sync / share, sync / fastest, sync);
}

}  // namespace

std::int64_t rows_to_give(const Others& others, double chance) {
  if (others.nodes < 2) return 0;
  const std::int64_t wanted = std::max(others.nodes, kLeastFree) + others.idle;
  const std::int64_t missing = wanted - others.free;
  if (missing <= 0) return 0;
  // Nodes with work that hear of this count, at a call of each in five seconds.
  const double callers = std::max(1.0, static_cast<double>(others.nodes - others.idle) / 5);
  const double rows = static_cast<double>(missing) / callers;
  return std::min(kMostGiven, static_cast<std::int64_t>(rows + chance));
}

std::int64_t rows_to_want(const Others& others) {
  return std::clamp<std::int64_t>(others.free / std::max<std::int64_t>(1, others.nodes), 1, kMostWanted);
}

milliseconds pause_with_work(const Others& others, std::int64_t number, milliseconds sync) {
  const milliseconds hurried = paced(others.nodes, kHurryShare, 20, sync);
  if (number <= kFirstCalls) return std::min(hurried, sync / 5);
  return others.idle != 0 ? hurried : paced(others.nodes, kBusyShare, 5, sync);
}

milliseconds pause_without_work(const Others& others, milliseconds sync) {
  return paced(others.idle, kIdleShare, 20, sync);
}

}  // namespace sleave::farm
