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
#include "runtime/state/search.h"
#include "runtime/thread/timer_thread.h"
#include "runtime/time/time.h"

namespace sleave::rt {

struct Timer {
  Alarm alarm;  // first: the alarm is the timer
  clockid_t clock;
  int counter;  // a number of its own, which the program does not know
  std::uint64_t interval;
  TimerSetting* setting;  // in a search with free time: the one in effect, null if none
  bool fired;             // likewise: ever
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

// In a search with free time, by the thread of the timer.
bool can_fire(const TimerSetting& /*setting*/) { return true; }

void fire_as_thread(const TimerSetting& setting) {
  Timer& timer = *static_cast<Timer*>(const_cast<void*>(setting.timer));  // the runtime's own
  timer.fired = true;
  timer.alarm.deadline = setting.over ? kNoDeadline : timer.alarm.deadline + timer.interval;
  add_to_counter(timer.counter, 1);
  ask_waiting_threads();
}

void stop_setting(Timer& timer) {
  if (timer.setting != nullptr) timer.setting->over = true;
  timer.setting = nullptr;
}

// What the clock shows. In a search that is an event, so it is read only where something depends on it.
std::uint64_t time_now(std::uintptr_t site, bool matters) {
  return timers_are_threads() && matters ? clock_read(site) : clock_now();
}

itimerspec setting_of(const Timer& timer, std::uint64_t now) {
  const std::uint64_t deadline = timer.alarm.deadline;
  const std::uint64_t left = deadline == kNoDeadline ? 0 : deadline > now ? deadline - now : 1;
  return {to_timespec(timer.interval), to_timespec(left)};
}

bool valid_setting(const itimerspec& setting) {
  return valid_duration(setting.it_value) && valid_duration(setting.it_interval);
}

bool is_off(const itimerspec& setting) { return nanoseconds(setting.it_value) == 0; }

std::uint64_t deadline_of(const itimerspec& setting, int flags, clockid_t clock, std::uint64_t now) {
  constexpr time_t kLongest = 4'000'000'000;
  if (is_off(setting)) return kNoDeadline;
  if ((flags & TFD_TIMER_ABSTIME) != 0) return deadline_at(clock, setting.it_value);
  return setting.it_value.tv_sec > kLongest ? kNoDeadline - 1 : now + nanoseconds(setting.it_value);
}

void set(Timer& timer, std::uint64_t deadline, std::uint64_t interval) {
  empty_counter(timer.counter);
  timer.interval = deadline == kNoDeadline ? 0 : interval;
  if (!timers_are_threads()) {
    set_alarm(timer.alarm, deadline);
    fire_alarms(clock_now());
    return;
  }
  timer.alarm.deadline = deadline;
  stop_setting(timer);
  if (deadline == kNoDeadline) return;
  timer.setting = arena_new<TimerSetting>();
  *timer.setting = {&timer, deadline, interval, can_fire, fire_as_thread, nullptr, timer.fired, false, nullptr};
  apply_timer_setting(*timer.setting);
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
  stop_setting(timer);
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
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  const bool valid = (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) == 0 && valid_setting(*setting);
  const bool relative = !is_off(*setting) && (flags & TFD_TIMER_ABSTIME) == 0;
  const std::uint64_t now = time_now(site, valid && (before != nullptr || relative));
  TimerSetting* begun = nullptr;
  const int result = control(descriptor, site, [&](int) {
    Timer* timer = timer_of(descriptor);
    if (!valid) return -long{EINVAL};
    if (timer == nullptr) return no_timer(descriptor);
    if (before != nullptr) *before = setting_of(*timer, now);
    set(*timer, deadline_of(*setting, flags, timer->clock, now), nanoseconds(setting->it_interval));
    begun = timer->setting;
    return 0l;
  });
  if (begun != nullptr) start_timer(*begun, site);
  return result;
}

SLEAVE_EXPORT int timerfd_gettime(int descriptor, itimerspec* setting) noexcept {
  if (!controlled()) return REAL(timerfd_gettime)(descriptor, setting);
  const std::uint64_t now = time_now(SLEAVE_SITE_HERE, true);
  return inquire(descriptor, SLEAVE_SITE_HERE, [&](int) {
    const Timer* timer = timer_of(descriptor);
    if (timer == nullptr) return no_timer(descriptor);
    *setting = setting_of(*timer, now);
    return 0l;
  });
}
