// libc's syscall(): calls that have a model go there, the rest passes and is noted.
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/process/chance.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/escape.h"
#include "runtime/record/record.h"
#include "runtime/state/thread.h"
#include "runtime/sync/futex.h"

namespace sleave::rt {
namespace {

constexpr long kMembarrierQuery = 0;  // MEMBARRIER_CMD_QUERY: asks what there is

long call_kernel(long number, const long (&a)[6]) {
  const long result = raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result >= 0 || result <= -4096) return result;
  errno = static_cast<int>(-result);
  return -1;
}

// Unlike the functions of the same names, syscall() is no cancellation point.
class NoCancellation {
 public:
  NoCancellation() : disabled_(runtime.current->cancel_disabled) { runtime.current->cancel_disabled = true; }
  ~NoCancellation() { runtime.current->cancel_disabled = disabled_; }
  NoCancellation(const NoCancellation&) = delete;
  NoCancellation& operator=(const NoCancellation&) = delete;

 private:
  const bool disabled_;
};

// The functions of the same names are modeled.
long modeled_call(long number, const long (&a)[6], std::uintptr_t site, bool* known) {
  long result = 0;
  switch (number) {
    case SYS_futex:
      *known = futex_call(a, site, &result);
      return result;
    case SYS_gettid:
      return gettid();
    case SYS_getpid:
      return getpid();
    case SYS_getppid:
      return getppid();
    case SYS_sched_yield:
      return sched_yield();
    case SYS_getrandom:
      fill_by_chance(reinterpret_cast<void*>(a[0]), static_cast<std::size_t>(a[1]), site);
      return a[1];
    case SYS_clock_gettime:
      return clock_gettime(static_cast<clockid_t>(a[0]), reinterpret_cast<timespec*>(a[1]));
    case SYS_nanosleep:
      return nanosleep(reinterpret_cast<const timespec*>(a[0]), reinterpret_cast<timespec*>(a[1]));
    case SYS_read: {
      const NoCancellation here;
      return read(static_cast<int>(a[0]), reinterpret_cast<void*>(a[1]), static_cast<std::size_t>(a[2]));
    }
    case SYS_write: {
      const NoCancellation here;
      return write(static_cast<int>(a[0]), reinterpret_cast<const void*>(a[1]), static_cast<std::size_t>(a[2]));
    }
    case SYS_close: {
      const NoCancellation here;
      return close(static_cast<int>(a[0]));
    }
    case SYS_kill:
      return kill(static_cast<pid_t>(a[0]), static_cast<int>(a[1]));
    case SYS_tgkill:
      return tgkill(static_cast<pid_t>(a[0]), static_cast<pid_t>(a[1]), static_cast<int>(a[2]));
    case SYS_tkill:
      return tgkill(getpid(), static_cast<pid_t>(a[0]), static_cast<int>(a[1]));
    case SYS_membarrier:  // memory is sequentially consistent: only the race detector needs to know
      if (a[0] != kMembarrierQuery) hb_fence_everybody(site);
      return call_kernel(number, a);
    case SYS_io_uring_setup:  // as where it is forbidden: programs have another way then
      errno = ENOSYS;
      return -1;
    case SYS_statx:
      return statx(static_cast<int>(a[0]), reinterpret_cast<const char*>(a[1]), static_cast<int>(a[2]),
                   static_cast<unsigned>(a[3]), reinterpret_cast<struct statx*>(a[4]));
    case SYS_copy_file_range:
      return copy_file_range(static_cast<int>(a[0]), reinterpret_cast<off64_t*>(a[1]), static_cast<int>(a[2]),
                             reinterpret_cast<off64_t*>(a[3]), static_cast<std::size_t>(a[4]),
                             static_cast<unsigned>(a[5]));
    case SYS_exit_group:
      _exit(static_cast<int>(a[0]));
    default:
      *known = false;
      return 0;
  }
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT long syscall(long number, ...) noexcept {
  long a[6];
  va_list list;
  va_start(list, number);
  for (long& argument : a) argument = va_arg(list, long);
  va_end(list);
  if (!controlled()) return call_kernel(number, a);
  bool known = true;
  const long result = modeled_call(number, a, SLEAVE_SITE_HERE, &known);
  if (known) return result;
  record_uncontrolled(SLEAVE_CALL_syscall, SLEAVE_SITE_HERE);
  return call_kernel(number, a);
}
