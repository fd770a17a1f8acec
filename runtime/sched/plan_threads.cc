#include "runtime/sched/plan_threads.h"

#include "runtime/sched/scheduler.h"

namespace sleave::rt {

std::uint32_t plan_index_of(std::uint32_t parent, std::uint32_t ordinal) {
  if (!runtime.planned || parent == SLEAVE_NO_THREAD) return SLEAVE_NO_THREAD;
  for (std::uint32_t i = 1; i < runtime.plan->thread_count; ++i) {
    if (planned_threads()[i].parent == parent && planned_threads()[i].ordinal == ordinal) return i;
  }
  return SLEAVE_NO_THREAD;
}

void name_threads_by_plan() {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    Thread& thread = scheduler.thread(i);
    thread.plan_index = thread.parent == nullptr ? 0 : plan_index_of(thread.parent->plan_index, thread.ordinal);
  }
}

}  // namespace sleave::rt
