// Calls that change what the kernel keeps for this process beside its memory, and that no audit of a worker would
// notice (runtime/isolate/worker.h). They do what they always do; the worker ends with the run.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/isolate/worker.h"

using namespace sleave::rt;

namespace {
void changes_the_process() {
  if (controlled()) retire(SLEAVE_RETIREMENT_state);
}
}  // namespace

SLEAVE_EXPORT int chdir(const char* path) noexcept {
  changes_the_process();
  return REAL(chdir)(path);
}

SLEAVE_EXPORT int fchdir(int descriptor) noexcept {
  changes_the_process();
  return REAL(fchdir)(descriptor);
}

SLEAVE_EXPORT mode_t umask(mode_t mask) noexcept {
  changes_the_process();
  return REAL(umask)(mask);
}

SLEAVE_EXPORT int setrlimit(__rlimit_resource_t resource, const rlimit* limit) noexcept {
  changes_the_process();
  return REAL(setrlimit)(resource, limit);
}

SLEAVE_EXPORT int setpriority(__priority_which_t which, id_t who, int priority) noexcept {
  changes_the_process();
  return REAL(setpriority)(which, who, priority);
}

SLEAVE_EXPORT int munmap(void* address, size_t bytes) noexcept {
  changes_the_process();
  return REAL(munmap)(address, bytes);
}

SLEAVE_EXPORT int mprotect(void* address, size_t bytes, int protection) noexcept {
  changes_the_process();
  return REAL(mprotect)(address, bytes, protection);
}

SLEAVE_EXPORT int madvise(void* address, size_t bytes, int advice) noexcept {
  changes_the_process();
  return REAL(madvise)(address, bytes, advice);
}
