// Calls that change what the kernel keeps for this process beside its memory. They do what they always do, as events on
// the state of the process, and a worker restores what they changed (runtime/isolate/kernel_state.h).
#include "runtime/process/process_state.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/process.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/fiber/carrier.h"
#include "runtime/record/escape.h"
#include "runtime/record/state_use.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {
namespace {

const char* aliased;  // the call that made memory which can be reached in another way, too; null: none

}  // namespace

void make_alias(const char* call, std::uintptr_t site) {
  aliased = call;
  note_aliases(site);
}

void note_aliases(std::uintptr_t site) {
  if (aliased != nullptr) record_escape(SLEAVE_ESCAPE_alias, aliased, 0, site);
}

}  // namespace sleave::rt

using namespace sleave::rt;

namespace {

void changes_the_process(sleave_intercept function, KernelState what, std::uintptr_t site) {
  if (!controlled()) return;
  use_state(function, site);
  will_change(what);
}
}  // namespace

SLEAVE_EXPORT int setrlimit(__rlimit_resource_t resource, const rlimit* limit) noexcept {
  changes_the_process(SLEAVE_CALL_setrlimit, KernelState::limits, SLEAVE_SITE_HERE);
  const int result = REAL(setrlimit)(resource, limit);
  if (result == 0 && resource == RLIMIT_STACK && controlled())
    main_stack_may_have(scheduler.thread(0), limit->rlim_cur);
  return result;
}

SLEAVE_EXPORT int setpriority(__priority_which_t which, id_t who, int priority) noexcept {
  changes_the_process(SLEAVE_CALL_setpriority, KernelState::priority, SLEAVE_SITE_HERE);
  return REAL(setpriority)(which, who, priority);
}

SLEAVE_EXPORT void* shmat(int segment, const void* address, int flags) noexcept {
  if (controlled()) {
    use_state(SLEAVE_CALL_shmat, SLEAVE_SITE_HERE);
    make_alias("shmat", SLEAVE_SITE_HERE);
  }
  return REAL(shmat)(segment, address, flags);
}
