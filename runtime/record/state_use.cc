#include "runtime/record/state_use.h"

#include <errno.h>

#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/descriptor_name.h"

namespace sleave::rt {

namespace {

constexpr sleave_role kRoles[] = {
#define SLEAVE_CALL(function, family, treatment, role) SLEAVE_ROLE_##role,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
};
constexpr sleave_descriptor_kind kStates[] = {
#define SLEAVE_ROLE(name, state, words) SLEAVE_DESCRIPTOR_##state,
#include "abi/roles.def"
#undef SLEAVE_ROLE
};

void use(sleave_descriptor_kind kind, sleave_intercept function, std::uintptr_t site) {
  if (!scheduler.has_company()) return;
  const int before = errno;
  const void* state = descriptor_name(kind, 0, 0);
  scheduler.point({SLEAVE_EV_state_use, site, state, nullptr});
  EventRecord event_record{SLEAVE_EV_state_use, site, state};
  event_record.value = function;
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
  errno = before;
}

}  // namespace

void use_state(sleave_intercept function, std::uintptr_t site) { use(kStates[kRoles[function]], function, site); }

void use_exit_handlers(std::uintptr_t site) { use(SLEAVE_DESCRIPTOR_exit_handlers, SLEAVE_CALL_exit, site); }

}  // namespace sleave::rt
