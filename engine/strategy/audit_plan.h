// Plans of the audit of an exhaustive search (dpor/audit.h): their runs only check it and are not counted.
#pragma once

#include <cstdint>

#include "engine/trace/plan.h"

namespace sleave {

// Plans of the search itself have small numbers for seeds, and only plans of searches split waits.
inline constexpr std::uint64_t kAuditSeeds = 1ull << 63;

inline bool is_audit(const Plan& plan) {
  return (plan.flags & SLEAVE_PLAN_SPLIT_WAITS) != 0 && (plan.tail_seed & kAuditSeeds) != 0;
}

}  // namespace sleave
