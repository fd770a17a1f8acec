// The processor time that the program is taken to have used: the steps of its clock readings, not the jumps to
// deadlines. All of it is the user's, and every thread is shown that of the whole process.
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

constexpr std::uint64_t kMicrosecond = 1'000;
constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kTick = kSecond / 100;  // of times(): sysconf(_SC_CLK_TCK) is 100 on Linux
constexpr long kResidentKilobytes = 16'384;     // a likely figure, and the same in every run

rusage usage_of(int whom) {
  rusage usage;
  memset(&usage, 0, sizeof usage);
  if (whom == RUSAGE_CHILDREN) return usage;
  usage.ru_utime.tv_sec = static_cast<time_t>(processor_time() / kSecond);
  usage.ru_utime.tv_usec = static_cast<__suseconds_t>(processor_time() % kSecond / kMicrosecond);
  usage.ru_maxrss = kResidentKilobytes;
  return usage;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT clock_t clock() noexcept {
  if (!controlled()) return REAL(clock)();
  clock_read(SLEAVE_SITE_HERE);
  return static_cast<clock_t>(processor_time() / kMicrosecond);
}

SLEAVE_EXPORT clock_t times(tms* used) noexcept {
  if (!controlled()) return REAL(times)(used);
  const std::uint64_t now = clock_read(SLEAVE_SITE_HERE);
  if (used != nullptr) *used = {static_cast<clock_t>(processor_time() / kTick), 0, 0, 0};
  return static_cast<clock_t>(now / kTick);
}

SLEAVE_EXPORT int getrusage(__rusage_who_t whom, rusage* usage) noexcept {
  if (!controlled()) return REAL(getrusage)(whom, usage);
  const int number = static_cast<int>(whom);
  if (number != RUSAGE_SELF && number != RUSAGE_CHILDREN && number != RUSAGE_THREAD) {
    errno = EINVAL;
    return -1;
  }
  clock_read(SLEAVE_SITE_HERE);
  *usage = usage_of(number);
  return 0;
}
