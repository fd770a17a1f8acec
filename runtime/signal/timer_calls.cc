// The interposed functions of timers.
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/process/identity.h"
#include "runtime/record/state_use.h"
#include "runtime/signal/timers.h"
#include "runtime/state/search.h"
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

itimerspec to_itimerspec(const TimerState& state) { return {to_timespec(state.interval), to_timespec(state.left)}; }

itimerval to_itimerval(const TimerState& state) { return {to_timeval(state.interval), to_timeval(state.left)}; }

// What the clock shows. In a search that is an event, so it is read only where something depends on it.
std::uint64_t time_now(std::uintptr_t site, bool matters = true) {
  return timers_are_threads() && matters ? clock_read(site) : clock_now();
}

std::uint64_t deadline_from(std::uint64_t now, const timespec& wait) {
  constexpr time_t kLongest = 4'000'000'000;
  if (wait.tv_sec == 0 && wait.tv_nsec == 0) return kNoDeadline;
  return wait.tv_sec > kLongest ? kNoDeadline - 1 : now + nanoseconds(wait);
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

TimerState set_interval_timer(int which, const itimerval& wanted, bool asks, std::uintptr_t site) {
  const timespec wait = to_timespec(wanted.it_value);
  const std::uint64_t now = time_now(site, asks || deadline_from(0, wait) != kNoDeadline);
  return set_timer(interval_timer(which), deadline_from(now, wait), nanoseconds(to_timespec(wanted.it_interval)), now,
                   site);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int setitimer(__itimer_which_t which, const itimerval* wanted, itimerval* before) noexcept {
  if (!controlled()) return REAL(setitimer)(which, wanted, before);
  const int number = static_cast<int>(which);
  if (number < 0 || number > 2 || !valid(wanted->it_value) || !valid(wanted->it_interval)) return failed_with(EINVAL);
  const TimerState state = set_interval_timer(number, *wanted, before != nullptr, SLEAVE_SITE_HERE);
  if (before != nullptr) *before = to_itimerval(state);
  return 0;
}

SLEAVE_EXPORT int getitimer(__itimer_which_t which, itimerval* now) noexcept {
  if (!controlled()) return REAL(getitimer)(which, now);
  const int number = static_cast<int>(which);
  if (number < 0 || number > 2) return failed_with(EINVAL);
  const std::uint64_t time = time_now(SLEAVE_SITE_HERE);
  use_state(SLEAVE_CALL_getitimer, SLEAVE_SITE_HERE);
  *now = to_itimerval(state_of(interval_timer(number), time));
  return 0;
}

// What was left is rounded to the nearest second, but never down to nothing.
SLEAVE_EXPORT unsigned alarm(unsigned seconds) noexcept {
  if (!controlled()) return REAL(alarm)(seconds);
  const itimerval wanted = {{0, 0}, {static_cast<time_t>(seconds), 0}};
  const timeval left = to_itimerval(set_interval_timer(ITIMER_REAL, wanted, true, SLEAVE_SITE_HERE)).it_value;
  const bool up = left.tv_usec >= 500'000 || (left.tv_sec == 0 && left.tv_usec > 0);
  return static_cast<unsigned>(left.tv_sec) + (up ? 1 : 0);
}

SLEAVE_EXPORT int timer_create(clockid_t clock, sigevent* event, timer_t* id) noexcept {
  if (!controlled()) return REAL(timer_create)(clock, event, id);
  if (!clock_exists(clock) || (event != nullptr && !valid_event(*event))) return failed_with(EINVAL);
  use_state(SLEAVE_CALL_timer_create, SLEAVE_SITE_HERE);
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
  const bool off = deadline_from(0, wanted->it_value) == kNoDeadline;
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  const std::uint64_t now = time_now(SLEAVE_SITE_HERE, before != nullptr || (!off && !absolute));
  const std::uint64_t deadline =
      absolute && !off ? deadline_at(timer->clock, wanted->it_value) : deadline_from(now, wanted->it_value);
  const TimerState state = set_timer(*timer, deadline, nanoseconds(wanted->it_interval), now, SLEAVE_SITE_HERE);
  if (!state.exists) return failed_with(EINVAL);
  if (before != nullptr) *before = to_itimerspec(state);
  return 0;
}

SLEAVE_EXPORT int timer_gettime(timer_t id, itimerspec* now) noexcept {
  if (!controlled()) return REAL(timer_gettime)(id, now);
  const std::uint64_t time = time_now(SLEAVE_SITE_HERE);
  use_state(SLEAVE_CALL_timer_gettime, SLEAVE_SITE_HERE);
  const Timer* timer = timer_of(id);
  if (timer == nullptr) return failed_with(EINVAL);
  *now = to_itimerspec(state_of(*timer, time));
  return 0;
}

SLEAVE_EXPORT int timer_getoverrun(timer_t id) noexcept {
  if (!controlled()) return REAL(timer_getoverrun)(id);
  use_state(SLEAVE_CALL_timer_getoverrun, SLEAVE_SITE_HERE);
  const Timer* timer = timer_of(id);
  return timer != nullptr ? timer->overrun : failed_with(EINVAL);
}

SLEAVE_EXPORT int timer_delete(timer_t id) noexcept {
  if (!controlled()) return REAL(timer_delete)(id);
  Timer* timer = timer_of(id);
  if (timer == nullptr) return failed_with(EINVAL);
  const TimerState state = set_timer(*timer, kNoDeadline, 0, clock_now(), SLEAVE_SITE_HERE);
  if (!state.exists) return failed_with(EINVAL);
  timer->exists = false;
  return 0;
}
