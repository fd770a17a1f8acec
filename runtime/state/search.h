// Whether the run belongs to a search, which must see every operation as an event of its own (SLEAVE_PLAN_SPLIT_WAITS).
#pragma once

#include "runtime/base/runtime.h"
#include "runtime/state/clock.h"

namespace sleave::rt {

// Whether the plan decides where a thread takes the signals that others send it (SLEAVE_PLAN_SIGNALS).
inline bool signals_are_chosen() { return runtime.recorded && (runtime.plan->flags & SLEAVE_PLAN_SIGNALS) != 0; }

inline bool is_search() { return runtime.planned && (runtime.plan->flags & SLEAVE_PLAN_SPLIT_WAITS) != 0; }

// Whether threads test for cancellation in events of their own (SLEAVE_PLAN_CANCELS).
inline bool cancels_are_tested() { return runtime.planned && (runtime.plan->flags & SLEAVE_PLAN_CANCELS) != 0; }

// Whether each timer that is set is a thread of its own (runtime/thread/timer_thread.h), since it may fire at any time.
inline bool timers_are_threads() { return is_search() && time_is_free(); }

}  // namespace sleave::rt
