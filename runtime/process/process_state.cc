// Calls that change what the kernel keeps for this process beside its memory. They do what they always do, as events on
// the state of the process. Where no audit of a worker would notice the change (runtime/isolate/worker.h), the worker
// ends with the run.
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

void changes_the_process(sleave_intercept function, std::uintptr_t site) {
  if (!controlled()) return;
  use_state(function, site);
  retire(SLEAVE_RETIREMENT_state);
}
}  // namespace

SLEAVE_EXPORT int chdir(const char* path) noexcept {
  changes_the_process(SLEAVE_CALL_chdir, SLEAVE_SITE_HERE);
  return REAL(chdir)(path);
}

SLEAVE_EXPORT int fchdir(int descriptor) noexcept {
  changes_the_process(SLEAVE_CALL_fchdir, SLEAVE_SITE_HERE);
  return REAL(fchdir)(descriptor);
}

SLEAVE_EXPORT mode_t umask(mode_t mask) noexcept {
  changes_the_process(SLEAVE_CALL_umask, SLEAVE_SITE_HERE);
  return REAL(umask)(mask);
}

SLEAVE_EXPORT int setrlimit(__rlimit_resource_t resource, const rlimit* limit) noexcept {
  changes_the_process(SLEAVE_CALL_setrlimit, SLEAVE_SITE_HERE);
  const int result = REAL(setrlimit)(resource, limit);
  if (result == 0 && resource == RLIMIT_STACK && controlled())
    main_stack_may_have(scheduler.thread(0), limit->rlim_cur);
  return result;
}

SLEAVE_EXPORT int setpriority(__priority_which_t which, id_t who, int priority) noexcept {
  changes_the_process(SLEAVE_CALL_setpriority, SLEAVE_SITE_HERE);
  return REAL(setpriority)(which, who, priority);
}

SLEAVE_EXPORT int munmap(void* address, size_t bytes) noexcept {
  changes_the_process(SLEAVE_CALL_munmap, SLEAVE_SITE_HERE);
  return REAL(munmap)(address, bytes);
}

SLEAVE_EXPORT int mprotect(void* address, size_t bytes, int protection) noexcept {
  changes_the_process(SLEAVE_CALL_mprotect, SLEAVE_SITE_HERE);
  return REAL(mprotect)(address, bytes, protection);
}

SLEAVE_EXPORT int madvise(void* address, size_t bytes, int advice) noexcept {
  changes_the_process(SLEAVE_CALL_madvise, SLEAVE_SITE_HERE);
  return REAL(madvise)(address, bytes, advice);
}

// A mapping of a file or of shared memory has a second way in: another mapping, or calls on the descriptor.
SLEAVE_EXPORT void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor,
                         off_t offset) noexcept {
  if (controlled()) {
    use_state(SLEAVE_CALL_mmap, SLEAVE_SITE_HERE);
    if ((flags & MAP_ANONYMOUS) == 0) make_alias("mmap", SLEAVE_SITE_HERE);
  }
  return REAL(mmap)(address, bytes, protection, flags, descriptor, offset);
}

SLEAVE_EXPORT void* mmap64(void* address, size_t bytes, int protection, int flags, int descriptor,
                           off64_t offset) noexcept {
  if (controlled()) {
    use_state(SLEAVE_CALL_mmap64, SLEAVE_SITE_HERE);
    if ((flags & MAP_ANONYMOUS) == 0) make_alias("mmap64", SLEAVE_SITE_HERE);
  }
  return REAL(mmap64)(address, bytes, protection, flags, descriptor, offset);
}

SLEAVE_EXPORT void* shmat(int segment, const void* address, int flags) noexcept {
  if (controlled()) {
    use_state(SLEAVE_CALL_shmat, SLEAVE_SITE_HERE);
    make_alias("shmat", SLEAVE_SITE_HERE);
  }
  return REAL(shmat)(segment, address, flags);
}
