#include "runtime/descriptor/file_use.h"

#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

void record_file_use(std::uint32_t file, unsigned how) {
  if (!runtime.recorded || (runtime.plan->record & SLEAVE_RECORD_OPERANDS) == 0) return;
  EventRecord event_record{SLEAVE_EV_file_use, runtime.current->pending.site};
  event_record.value = file;
  event_record.extra = how;
  record_chance(event_record);
}

void note_file_use(std::uint32_t file, unsigned how) {
  if (controlled() && scheduler.has_company()) record_file_use(file, how);
}

}  // namespace sleave::rt
