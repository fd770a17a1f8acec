// timerfd. A timer is an event counter (eventfd) to which virtual time adds the expirations: then reads, poll and epoll
// are the kernel's, and do what they do with a timer.
#include "runtime/io/timer.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/counter.h"
#include "runtime/descriptor/open.h"
#include "runtime/io/control.h"
#include "runtime/state/alarm.h"
#include "runtime/time/time.h"

namespace sleave::rt {

struct Timer {
  Alarm alarm;  // first: the alarm is the timer
  clockid_t clock;
  int counter;  // a number of its own, which the program does not know
  std::uint64_t interval;
};

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

std::uint64_t nanoseconds(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

timespec to_timespec(std::uint64_t time) {
  return {static_cast<time_t>(time / kSecond), static_cast<long>(time % kSecond)};
}

void expire(Alarm& alarm) {
  Timer& timer = reinterpret_cast<Timer&>(alarm);
  std::uint64_t times = 1;
  if (timer.interval != 0) times += (clock_now() - alarm.deadline) / timer.interval;
  alarm.deadline = timer.interval != 0 ? alarm.deadline + times * timer.interval : kNoDeadline;
  add_to_counter(timer.counter, times);
  ask_waiting_threads();
}

itimerspec setting_of(const Timer& timer) {
  const std::uint64_t deadline = timer.alarm.deadline;
  const std::uint64_t left = deadline == kNoDeadline ? 0 : deadline > clock_now() ? deadline - clock_now() : 1;
  return {to_timespec(timer.interval), to_timespec(left)};
}

bool valid_setting(const itimerspec& setting) {
  return valid_duration(setting.it_value) && valid_duration(setting.it_interval);
}

void set(Timer& timer, int flags, const itimerspec& setting) {
  empty_counter(timer.counter);
  const bool off = nanoseconds(setting.it_value) == 0;
  const bool absolute = (flags & TFD_TIMER_ABSTIME) != 0;
  timer.interval = off ? 0 : nanoseconds(setting.it_interval);
  set_alarm(timer.alarm, off        ? kNoDeadline
                         : absolute ? deadline_at(timer.clock, setting.it_value)
                                    : deadline_after(setting.it_value));
  fire_alarms(clock_now());
}

long make_timer(int clock, int flags) {
  const bool known = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
                     clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM;
  if (!known || (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK)) != 0) return -EINVAL;
  return raw_call(__NR_eventfd2, 0, flags);  // the flags have the same values
}

Timer* timer_of(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr ? what->timer : nullptr;
}

// The kernel tells a wrong descriptor (EBADF) from one that is no timer (EINVAL).
long no_timer(int descriptor) { return opened(descriptor) != nullptr ? -EINVAL : -EBADF; }

}  // namespace

void stop_timer(Timer& timer) {
  timer.alarm.deadline = kNoDeadline;
  raw_call(__NR_close, timer.counter);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int timerfd_create(int clock, int flags) noexcept {
  if (!controlled()) return REAL(timerfd_create)(clock, flags);
  const int number = open_one(SLEAVE_DESCRIPTOR_timer, SLEAVE_SITE_HERE, [&] { return make_timer(clock, flags); });
  if (number < 0) return number;
  Timer* timer = arena_new<Timer>();
  timer->alarm.deadline = kNoDeadline;
  timer->alarm.fire = expire;
  timer->clock = clock;
  timer->counter = own_number_of(number);
  opened(number)->timer = timer;
  return number;
}

SLEAVE_EXPORT int timerfd_settime(int descriptor, int flags, const itimerspec* setting, itimerspec* before) noexcept {
  if (!controlled()) return REAL(timerfd_settime)(descriptor, flags, setting, before);
  return control(descriptor, SLEAVE_SITE_HERE, [&](int) {
    Timer* timer = timer_of(descriptor);
    if ((flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) != 0 || !valid_setting(*setting)) return -long{EINVAL};
    if (timer == nullptr) return no_timer(descriptor);
    if (before != nullptr) *before = setting_of(*timer);
    set(*timer, flags, *setting);
    return 0l;
  });
}

SLEAVE_EXPORT int timerfd_gettime(int descriptor, itimerspec* setting) noexcept {
  if (!controlled()) return REAL(timerfd_gettime)(descriptor, setting);
  return inquire(descriptor, SLEAVE_SITE_HERE, [&](int) {
    const Timer* timer = timer_of(descriptor);
    if (timer == nullptr) return no_timer(descriptor);
    *setting = setting_of(*timer);
    return 0l;
  });
}
