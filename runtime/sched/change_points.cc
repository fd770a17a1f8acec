#include "runtime/sched/change_points.h"

#include "runtime/base/runtime.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

constexpr std::uint32_t kMost = 64;
std::uint64_t steps[kMost];  // 0: taken
std::uint32_t count;

}  // namespace

void change_points_start(Random& random) {
  const std::uint32_t depth = runtime.plan->tail_depth;
  const std::uint64_t length = runtime.plan->tail_length == 0 ? 1 : runtime.plan->tail_length;
  count = depth == 0 ? 0 : depth - 1;
  if (count > kMost) count = kMost;
  for (std::uint32_t i = 0; i < count; ++i) steps[i] = 1 + random.below(length);
}

std::uint32_t take_change_point() {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (steps[i] != scheduler.points()) continue;
    steps[i] = 0;
    return count - i;
  }
  return 0;
}

}  // namespace sleave::rt
