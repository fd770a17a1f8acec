// The plan's names for threads: a table of parent and ordinal.
#pragma once

#include <cstdint>

#include "abi/plan.h"
#include "runtime/base/runtime.h"

namespace sleave::rt {

inline const sleave_plan_thread* planned_threads() {
  return reinterpret_cast<const sleave_plan_thread*>(reinterpret_cast<const char*>(runtime.plan) +
                                                     runtime.plan->thread_offset);
}

// Index in the table of the thread that `parent`, itself such an index, creates as its child number `ordinal`;
// SLEAVE_NO_THREAD if there is none.
std::uint32_t plan_index_of(std::uint32_t parent, std::uint32_t ordinal);

// Another plan has taken effect: its names for the threads there are.
void name_threads_by_plan();

}  // namespace sleave::rt
