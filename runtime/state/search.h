// Whether the run belongs to a search, which must see every operation as an event of its own (SLEAVE_PLAN_SPLIT_WAITS).
#pragma once

#include "runtime/base/runtime.h"

namespace sleave::rt {

// Whether the plan decides where a thread takes the signals that others send it (SLEAVE_PLAN_SIGNALS).
inline bool signals_are_chosen() { return runtime.planned && !runtime.serial && (runtime.plan->flags & SLEAVE_PLAN_SIGNALS) != 0; }

inline bool is_search() { return runtime.planned && (runtime.plan->flags & SLEAVE_PLAN_SPLIT_WAITS) != 0; }

}  // namespace sleave::rt
