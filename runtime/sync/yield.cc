// Giving way: sched_yield and the processor's spin-wait hint. Both tell the policy that this thread waits for others.
#include <sched.h>

#include "abi/hooks.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/yield.h"
#include "runtime/time/time.h"

namespace sleave::rt {

void give_way(std::uintptr_t site) {
  scheduler.yielded();
  scheduler.point({SLEAVE_EV_yield, site, nullptr, nullptr});
  EventRecord event_record{SLEAVE_EV_yield, site};
  event_record.effect = Effect::none;
  record_point(event_record);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int sched_yield() noexcept {
  if (!controlled()) return REAL(sched_yield)();
  give_way(SLEAVE_SITE_HERE);
  return 0;
}

SLEAVE_EXPORT void __sleave_pause() {
  if (controlled()) {
    give_way(SLEAVE_SITE_HERE);
  } else {
    __builtin_ia32_pause();
  }
}

SLEAVE_EXPORT std::uint64_t __sleave_cycle_counter() {
  if (!controlled()) return __builtin_ia32_rdtsc();
  return clock_read(SLEAVE_SITE_HERE);  // one cycle a nanosecond
}
