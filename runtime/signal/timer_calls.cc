// The interposed functions of timers.
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/process/identity.h"
#include "runtime/signal/timers.h"
#include "runtime/state/signal_sets.h"
#include "runtime/state/thread.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

int failed_with(int error) {
  errno = error;
  return -1;
}

std::uint64_t nanoseconds(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

timespec to_timespec(std::uint64_t time) {
  return {static_cast<time_t>(time / kSecond), static_cast<long>(time % kSecond)};
}

timespec to_timespec(const timeval& time) { return {time.tv_sec, time.tv_usec * 1000}; }

// Rounded up: a timer that is set never shows nothing.
timeval to_timeval(std::uint64_t time) {
  const timespec rounded = to_timespec(time + 999);
  return {rounded.tv_sec, rounded.tv_nsec / 1000};
}

itimerspec state_of(const Timer& timer) {
  itimerspec state;
  state.it_interval = to_timespec(timer.interval);
  state.it_value = to_timespec(time_until(timer));
  return state;
}

bool valid(const timeval& time) { return time.tv_sec >= 0 && time.tv_usec >= 0 && time.tv_usec < 1'000'000; }

bool valid_event(const sigevent& event) {
  switch (event.sigev_notify) {
    case SIGEV_NONE:
    case SIGEV_THREAD:
      return true;
    case SIGEV_THREAD_ID:
      return valid_signal(event.sigev_signo) && thread_of_number(event._sigev_un._tid) != nullptr;
    default:
      return event.sigev_notify == SIGEV_SIGNAL && valid_signal(event.sigev_signo);
  }
}

int set_interval_timer(int which, const itimerval* wanted, itimerval* before, std::uintptr_t site) {
  Timer& timer = interval_timer(which);
  if (before != nullptr) *before = {to_timeval(timer.interval), to_timeval(time_until(timer))};
  const std::uint64_t wait = nanoseconds(to_timespec(wanted->it_value));
  set_timer(timer, wait != 0 ? clock_now() + wait : kNoDeadline, nanoseconds(to_timespec(wanted->it_interval)), site);
  return 0;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int setitimer(__itimer_which_t which, const itimerval* wanted, itimerval* before) noexcept {
  if (!controlled()) return REAL(setitimer)(which, wanted, before);
  const int number = static_cast<int>(which);
  if (number < 0 || number > 2 || !valid(wanted->it_value) || !valid(wanted->it_interval)) return failed_with(EINVAL);
  return set_interval_timer(number, wanted, before, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int getitimer(__itimer_which_t which, itimerval* now) noexcept {
  if (!controlled()) return REAL(getitimer)(which, now);
  const int number = static_cast<int>(which);
  if (number < 0 || number > 2) return failed_with(EINVAL);
  const Timer& timer = interval_timer(number);
  *now = {to_timeval(timer.interval), to_timeval(time_until(timer))};
  return 0;
}

// What was left is rounded to the nearest second, but never down to nothing.
SLEAVE_EXPORT unsigned alarm(unsigned seconds) noexcept {
  if (!controlled()) return REAL(alarm)(seconds);
  const itimerval wanted = {{0, 0}, {static_cast<time_t>(seconds), 0}};
  itimerval before;
  set_interval_timer(ITIMER_REAL, &wanted, &before, SLEAVE_SITE_HERE);
  const timeval left = before.it_value;
  const bool up = left.tv_usec >= 500'000 || (left.tv_sec == 0 && left.tv_usec > 0);
  return static_cast<unsigned>(left.tv_sec) + (up ? 1 : 0);
}

SLEAVE_EXPORT int timer_create(clockid_t clock, sigevent* event, timer_t* id) noexcept {
  if (!controlled()) return REAL(timer_create)(clock, event, id);
  if (!clock_exists(clock) || (event != nullptr && !valid_event(*event))) return failed_with(EINVAL);
  Timer* created = new_timer();
  if (created == nullptr) return failed_with(EAGAIN);
  Timer& timer = *created;
  timer.clock = clock;
  timer.counts_processor_time = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
  *id = id_of(timer);
  if (event != nullptr) {
    timer.event = *event;
  } else {
    timer.event.sigev_notify = SIGEV_SIGNAL;
    timer.event.sigev_signo = SIGALRM;
    timer.event.sigev_value.sival_ptr = *id;
  }
  return 0;
}

SLEAVE_EXPORT int timer_settime(timer_t id, int flags, const itimerspec* wanted, itimerspec* before) noexcept {
  if (!controlled()) return REAL(timer_settime)(id, flags, wanted, before);
  Timer* timer = timer_of(id);
  if (timer == nullptr || !valid_duration(wanted->it_value) || !valid_duration(wanted->it_interval)) {
    return failed_with(EINVAL);
  }
  const itimerspec state = state_of(*timer);
  if (before != nullptr) *before = state;
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  const std::uint64_t deadline =
      absolute ? deadline_at(timer->clock, wanted->it_value) : deadline_after(wanted->it_value);
  const bool off = nanoseconds(wanted->it_value) == 0;
  set_timer(*timer, off ? kNoDeadline : deadline, nanoseconds(wanted->it_interval), SLEAVE_SITE_HERE);
  return 0;
}

SLEAVE_EXPORT int timer_gettime(timer_t id, itimerspec* now) noexcept {
  if (!controlled()) return REAL(timer_gettime)(id, now);
  const Timer* timer = timer_of(id);
  if (timer == nullptr) return failed_with(EINVAL);
  *now = state_of(*timer);
  return 0;
}

SLEAVE_EXPORT int timer_getoverrun(timer_t id) noexcept {
  if (!controlled()) return REAL(timer_getoverrun)(id);
  const Timer* timer = timer_of(id);
  return timer != nullptr ? timer->overrun : failed_with(EINVAL);
}

SLEAVE_EXPORT int timer_delete(timer_t id) noexcept {
  if (!controlled()) return REAL(timer_delete)(id);
  Timer* timer = timer_of(id);
  if (timer == nullptr) return failed_with(EINVAL);
  set_timer(*timer, kNoDeadline, 0, SLEAVE_SITE_HERE);
  timer->exists = false;
  return 0;
}
