// wait, waitpid and their relatives.
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/child/children.h"
#include "runtime/thread/cancel.h"

using namespace sleave::rt;

namespace {

constexpr int kWaitFlags = WNOHANG | WUNTRACED | WCONTINUED | __WALL | __WCLONE | __WNOTHREAD;

// A group means all: a child is in the program's, unless it leaves.
pid_t await_process(pid_t process, int* status, int flags, rusage* usage, std::uintptr_t site) {
  if ((flags & ~kWaitFlags) != 0) {
    errno = EINVAL;
    return -1;
  }
  const auto number = static_cast<pid_t>(await_child({process > 0, process}, flags, status, site));
  if (number > 0 && usage != nullptr) memset(usage, 0, sizeof *usage);
  return number;
}

void fill(siginfo_t* info, pid_t number, int status) {
  if (info == nullptr) return;
  memset(info, 0, sizeof *info);
  if (number == 0) return;
  info->si_signo = SIGCHLD;
  info->si_pid = number;
  info->si_code = WIFEXITED(status) ? CLD_EXITED : WCOREDUMP(status) ? CLD_DUMPED : CLD_KILLED;
  info->si_status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

}  // namespace

SLEAVE_EXPORT pid_t waitpid(pid_t process, int* status, int flags) {
  if (!controlled()) return REAL(waitpid)(process, status, flags);
  before_passed_call(SLEAVE_CALL_waitpid, SLEAVE_SITE_HERE);
  return await_process(process, status, flags, nullptr, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT pid_t wait(int* status) {
  if (!controlled()) return REAL(wait)(status);
  before_passed_call(SLEAVE_CALL_wait, SLEAVE_SITE_HERE);
  return await_process(-1, status, 0, nullptr, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT pid_t wait3(int* status, int flags, rusage* usage) noexcept {
  if (!controlled()) return REAL(wait3)(status, flags, usage);
  return await_process(-1, status, flags, usage, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT pid_t wait4(pid_t process, int* status, int flags, rusage* usage) noexcept {
  if (!controlled()) return REAL(wait4)(process, status, flags, usage);
  return await_process(process, status, flags, usage, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int waitid(idtype_t kind, id_t id, siginfo_t* info, int flags) {
  if (!controlled() || kind == P_PIDFD) return REAL(waitid)(kind, id, info, flags);
  before_passed_call(SLEAVE_CALL_waitid, SLEAVE_SITE_HERE);
  if ((flags & (WEXITED | WSTOPPED | WCONTINUED)) == 0) {
    errno = EINVAL;
    return -1;
  }
  int status = 0;
  const long number = await_child({kind == P_PID, static_cast<int>(id)}, flags, &status, SLEAVE_SITE_HERE);
  if (number < 0) return -1;
  fill(info, static_cast<pid_t>(number), status);
  return 0;
}
