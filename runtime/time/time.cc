#include "runtime/time/time.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/loops/await_loops.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/alarm.h"

namespace sleave::rt {

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kRealtimeOffset = 1'600'000'000ull * kSecond;  // 13 September 2020
constexpr std::uint64_t kReadingStep = 1'000;
constexpr std::uint64_t kFreeReadings = 8;
// Of a thread in a run without free time: further ones are no events, so that a loop that polls the clock is cheap.
constexpr std::uint64_t kReadingsAtPoints = 100;
constexpr std::uint64_t kMostDoublings = 30;

// The part of the time passed in which every thread waited.
std::uint64_t time_waited() { return virtual_clock.passed - virtual_clock.worked; }

bool is_realtime(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ||
         clock == CLOCK_REALTIME_ALARM;
}

bool is_of_processor(clockid_t clock) { return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID; }

// What a clock shows at virtual time `now`, and back.
std::uint64_t shown_by(clockid_t clock, std::uint64_t now) {
  if (is_of_processor(clock)) return now - kClockStart - time_waited();
  return now + (is_realtime(clock) ? kRealtimeOffset : 0);
}

std::uint64_t time_at(clockid_t clock, std::uint64_t shown) {
  if (is_of_processor(clock)) return shown + kClockStart + time_waited();
  const std::uint64_t offset = is_realtime(clock) ? kRealtimeOffset : 0;
  return shown > offset ? shown - offset : 0;
}

}  // namespace

bool clock_exists(clockid_t clock) { return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI; }

namespace {

timespec to_timespec(std::uint64_t nanoseconds) {
  timespec result;
  result.tv_sec = static_cast<time_t>(nanoseconds / kSecond);
  result.tv_nsec = static_cast<long>(nanoseconds % kSecond);
  return result;
}

bool never(const Thread&) { return false; }

}  // namespace

std::uint64_t processor_time() { return virtual_clock.worked; }

namespace {

// The program worked for so long.
void go_on(std::uint64_t nanoseconds) {
  virtual_clock.passed += nanoseconds;
  virtual_clock.worked += nanoseconds;
}

void record_time(sleave_event_kind kind, std::uintptr_t site, std::uint64_t extra, bool moved) {
  EventRecord event_record{kind, site, &virtual_clock};
  event_record.value = clock_now();
  event_record.extra = extra;
  event_record.flags = moved ? SLEAVE_EVENT_CHANGED : 0;
  event_record.effect = moved ? Effect::write : Effect::read;
  record_point(event_record);
}

std::uint64_t read_freely(std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_time_read, site, &virtual_clock, nullptr});
  const std::uint64_t readings = ++runtime.current->clock_readings;
  const std::uint64_t more = readings > kFreeReadings ? readings - kFreeReadings : 0;
  const std::uint64_t step = more == 0 ? 0 : kReadingStep << (more < kMostDoublings ? more : kMostDoublings);
  go_on(step);
  record_time(SLEAVE_EV_time_read, site, step, step != 0);
  return clock_now();
}

// False: a signal came first.
bool move_freely(sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site) {
  scheduler.point({kind, site, &virtual_clock, nullptr});
  if (runtime.current->interrupted) return false;
  clock_advance_to(deadline);
  record_time(kind, site, time_is_unseen() ? 0 : deadline, true);
  return true;
}

// As a yield does, it only lets others run.
bool sleep_unseen(std::uint64_t deadline, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_sleep, site, nullptr, nullptr});
  if (runtime.current->interrupted) return false;
  clock_advance_to(deadline);
  EventRecord event_record{SLEAVE_EV_sleep, site};
  event_record.value = clock_now();
  event_record.effect = Effect::none;
  record_point(event_record);
  return true;
}

}  // namespace

timespec clock_for_child(clockid_t clock) {
  go_on(kReadingStep);
  return to_timespec(shown_by(clock, clock_now()));
}

void deadline_passes(std::uint64_t deadline, std::uintptr_t site) {
  if (time_is_free()) move_freely(SLEAVE_EV_time_passes, deadline, site);
}

bool decide_timeout(std::uint64_t deadline) {
  if (!time_is_free() || deadline == kNoDeadline) return false;
  Thread& self = *runtime.current;
  self.timeout_decided = true;
  self.gives_up = choose(SLEAVE_CHOICE_timeout);
  return self.gives_up;
}

namespace {

std::uint64_t read_next(std::uintptr_t site, sleave_event_kind kind) {
  go_on(kReadingStep);
  fire_alarms(clock_now());
  scheduler.time_passed();
  EventRecord event_record{kind, site};
  event_record.value = clock_now();
  event_record.effect = Effect::none;
  if (kind == SLEAVE_EV_clock_read) {
    record_note(event_record);
  } else {
    record_point(event_record);
  }
  return clock_now();
}

// A place to switch: a sleep of another thread may end before it. Neither progress nor a lack of it.
std::uint64_t read_at_a_point(std::uintptr_t site) {
  Thread& self = *runtime.current;
  ++self.clock_readings;
  scheduler.point({SLEAVE_EV_time_read, site, nullptr, nullptr});
  const std::uint64_t fruitless = self.fruitless;
  const std::uint64_t quiet = __sleave_watch.quiet;
  self.fruitless = __sleave_watch.quiet = 0;
  const std::uint64_t now = read_next(site, SLEAVE_EV_time_read);
  self.fruitless = fruitless;
  __sleave_watch.quiet = quiet;
  return now;
}

}  // namespace

std::uint64_t clock_read(std::uintptr_t site) {
  if (time_is_free()) return read_freely(site);
  const bool point = runtime.planned && scheduler.has_company() && runtime.current->clock_readings < kReadingsAtPoints;
  return point ? read_at_a_point(site) : read_next(site, SLEAVE_EV_clock_read);
}

bool sleep_until(std::uint64_t deadline, std::uintptr_t site) {
  if (time_is_unseen()) return sleep_unseen(deadline, site);
  if (time_is_free()) return move_freely(SLEAVE_EV_sleep, deadline, site);
  act_in_loops();
  scheduler.point_until({SLEAVE_EV_sleep, site, nullptr, never}, deadline);
  if (runtime.current->interrupted) return false;
  EventRecord event_record{SLEAVE_EV_sleep, site};
  event_record.value = clock_now();
  event_record.flags = SLEAVE_EVENT_CHANGED | (runtime.current->early ? SLEAVE_EVENT_CHOSEN : 0);  // time went on
  event_record.effect = Effect::none;
  record_point(event_record);
  return true;
}

// A handler ends a sleep before its time: something is always left.
timespec time_left(std::uint64_t deadline) {
  const std::uint64_t now = clock_now();
  return to_timespec(deadline > now ? deadline - now - 1 : 0);
}

bool can_wait_on(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

bool valid_time(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < static_cast<long>(kSecond); }

bool valid_duration(const timespec& time) { return time.tv_sec >= 0 && valid_time(time); }

std::uint64_t deadline_after(const timespec& duration) {
  if (duration.tv_sec < 0) return clock_now();
  if (static_cast<std::uint64_t>(duration.tv_sec) > 4'000'000'000ull) return kNoDeadline - 1;
  const std::uint64_t now = time_is_free() && !time_is_unseen() ? read_freely(0) : clock_now();
  return now + static_cast<std::uint64_t>(duration.tv_sec) * kSecond + static_cast<std::uint64_t>(duration.tv_nsec);
}

std::uint64_t deadline_at(clockid_t clock, const timespec& time) {
  if (time.tv_sec < 0) return 0;
  if (static_cast<std::uint64_t>(time.tv_sec) > 8'000'000'000ull) return kNoDeadline - 1;
  return time_at(clock, static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec));
}

}  // namespace sleave::rt

using namespace sleave::rt;

namespace {

// Past the functions that the kernel has put into the process: a system call, which the run answers.
timespec clock_of_held_child() {
  timespec now = {};
  raw_call(__NR_clock_gettime, CLOCK_REALTIME, reinterpret_cast<long>(&now));
  return now;
}

}  // namespace

SLEAVE_EXPORT int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (is_held_child && clock_exists(clock))
    return static_cast<int>(raw_call(__NR_clock_gettime, clock, reinterpret_cast<long>(time)));
  if (!controlled() || !clock_exists(clock)) return REAL(clock_gettime)(clock, time);  // the latter for its error
  *time = to_timespec(shown_by(clock, clock_read(SLEAVE_SITE_HERE)));
  return 0;
}

SLEAVE_EXPORT int clock_getres(clockid_t clock, timespec* resolution) noexcept {
  if (!controlled() || !clock_exists(clock)) return REAL(clock_getres)(clock, resolution);
  if (resolution != nullptr) *resolution = {0, 1};
  return 0;
}

SLEAVE_EXPORT int gettimeofday(timeval* time, void* zone) noexcept {
  if (!controlled() && !is_held_child) return REAL(gettimeofday)(time, zone);
  const timespec now =
      is_held_child ? clock_of_held_child() : to_timespec(clock_read(SLEAVE_SITE_HERE) + kRealtimeOffset);
  timeval* volatile result = time;  // declared never null, and yet glibc allows it
  if (result != nullptr) *result = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

SLEAVE_EXPORT time_t time(time_t* result) noexcept {
  if (!controlled() && !is_held_child) return REAL(time)(result);
  const time_t now =
      is_held_child ? clock_of_held_child().tv_sec : to_timespec(clock_read(SLEAVE_SITE_HERE) + kRealtimeOffset).tv_sec;
  if (result != nullptr) *result = now;
  return now;
}

SLEAVE_EXPORT int timespec_get(timespec* time, int base) noexcept {
  if (!controlled() && !is_held_child) return REAL(timespec_get)(time, base);
  if (base != TIME_UTC) return 0;
  if (is_held_child) {
    *time = clock_of_held_child();
    return base;
  }
  *time = to_timespec(clock_read(SLEAVE_SITE_HERE) + kRealtimeOffset);
  return base;
}

SLEAVE_EXPORT int nanosleep(const timespec* duration, timespec* rest) {
  if (!controlled()) return REAL(nanosleep)(duration, rest);
  if (!valid_duration(*duration)) {
    errno = EINVAL;
    return -1;
  }
  const std::uint64_t deadline = deadline_after(*duration);
  if (sleep_until(deadline, SLEAVE_SITE_HERE)) return 0;
  if (rest != nullptr) *rest = time_left(deadline);
  errno = EINTR;
  return -1;
}

SLEAVE_EXPORT int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  if (!controlled()) return REAL(clock_nanosleep)(clock, flags, time, rest);
  if (!clock_exists(clock) || clock == CLOCK_THREAD_CPUTIME_ID || !valid_duration(*time)) return EINVAL;
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  const std::uint64_t deadline = absolute ? deadline_at(clock, *time) : deadline_after(*time);
  if (sleep_until(deadline, SLEAVE_SITE_HERE)) return 0;
  if (rest != nullptr && !absolute) *rest = time_left(deadline);
  return EINTR;
}

SLEAVE_EXPORT int usleep(useconds_t microseconds) {
  if (!controlled()) return REAL(usleep)(microseconds);
  if (sleep_until(deadline_after(to_timespec(microseconds * 1000ull)), SLEAVE_SITE_HERE)) return 0;
  errno = EINTR;
  return -1;
}

SLEAVE_EXPORT unsigned sleep(unsigned seconds) {
  if (!controlled()) return REAL(sleep)(seconds);
  const std::uint64_t deadline = deadline_after({static_cast<time_t>(seconds), 0});
  if (sleep_until(deadline, SLEAVE_SITE_HERE)) return 0;
  return static_cast<unsigned>(time_left(deadline).tv_sec);
}
