#include "engine/trace/short_wait.h"

#include <algorithm>

namespace sleave {

bool ended_by_waiting(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_failed &&
         (trace.finding() == SLEAVE_FIND_endless_loop || trace.finding() == SLEAVE_FIND_uncontrolled_block);
}

Plan with_short_wait(Plan plan) {
  constexpr std::uint64_t kShortMs = 500;
  plan.hang_cpu_ms = std::min(plan.hang_cpu_ms, kShortMs);
  return plan;
}

}  // namespace sleave
