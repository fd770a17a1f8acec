#include "runtime/sync/identity.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/thread_signal.h"

namespace sleave::rt {

namespace {
constexpr int kProcessNumber = 5'000'000;  // the kernel's limit is 4,194,304
constexpr int kProcessors = 4;             // what the program believes to have, on every machine

// In a child that the program forked: its parent's number in the kernel, which the parent never saw.
pid_t known_parent;

int result_of(long raw) {
  if (raw >= 0) return static_cast<int>(raw);
  errno = static_cast<int>(-raw);
  return -1;
}
}  // namespace

void remember_parent() { known_parent = static_cast<pid_t>(raw_call(__NR_getppid)); }

int thread_number(const Thread& thread) { return kProcessNumber + static_cast<int>(thread.index); }

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT pid_t getpid() noexcept {
  if (!controlled()) return REAL(getpid)();
  return kProcessNumber;
}

SLEAVE_EXPORT pid_t getppid() noexcept {
  if (!controlled()) {
    const pid_t parent = REAL(getppid)();
    return parent == known_parent ? kProcessNumber : parent;
  }
  return kProcessNumber - 1;
}

SLEAVE_EXPORT pid_t gettid() noexcept {
  if (!controlled()) return REAL(gettid)();
  return thread_number(*g.current);
}

SLEAVE_EXPORT int kill(pid_t process, int number) noexcept {
  if (!controlled()) return REAL(kill)(known_parent != 0 && process == kProcessNumber ? known_parent : process, number);
  record_uncontrolled(SLEAVE_CALL_kill, SLEAVE_SITE_HERE);
  if (process == kProcessNumber) process = static_cast<pid_t>(raw_call(__NR_getpid));
  return result_of(raw_call(__NR_kill, process, number));
}

SLEAVE_EXPORT int tgkill(pid_t process, pid_t thread, int number) {
  if (!controlled()) return REAL(tgkill)(process, thread, number);
  record_uncontrolled(SLEAVE_CALL_tgkill, SLEAVE_SITE_HERE);
  if (process == kProcessNumber) process = static_cast<pid_t>(raw_call(__NR_getpid));
  const int index = thread - kProcessNumber;
  if (index >= 0 && static_cast<std::uint32_t>(index) < scheduler.thread_count()) {
    if (number < 0 || number > kMostSignals) {
      errno = EINVAL;
      return -1;
    }
    signal_thread(scheduler.thread(static_cast<std::uint32_t>(index)), number, SLEAVE_SITE_HERE);
    return 0;
  }
  return result_of(raw_call(__NR_tgkill, process, thread, number));
}

// To the kernel thread that runs here, whichever logical thread it carries.
SLEAVE_EXPORT int raise(int number) noexcept {
  if (!controlled()) return REAL(raise)(number);
  return result_of(raw_call(__NR_tgkill, raw_call(__NR_getpid), raw_call(__NR_gettid), number));
}

SLEAVE_EXPORT int sched_getcpu() noexcept {
  if (!controlled()) return REAL(sched_getcpu)();
  return 0;
}

SLEAVE_EXPORT int get_nprocs() noexcept {
  if (!controlled()) return REAL(get_nprocs)();
  return kProcessors;
}

SLEAVE_EXPORT int get_nprocs_conf() noexcept {
  if (!controlled()) return REAL(get_nprocs_conf)();
  return kProcessors;
}

SLEAVE_EXPORT long sysconf(int name) noexcept {
  if (controlled() && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) return kProcessors;
  return REAL(sysconf)(name);
}
