#include "runtime/signal/timers.h"

#include "runtime/base/runtime.h"
#include "runtime/process/identity.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/pending.h"
#include "runtime/state/alarm.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"
#include "runtime/thread/thread.h"
#include "runtime/thread/timer_thread.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

constexpr int kIntervalTimers = 3;  // ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF
Timer interval_timers[kIntervalTimers];
// Of timer_create. They are objects of events, so their addresses must not depend on what the runtime allocated before.
constexpr std::size_t kMostTimers = 1024;
Timer timers[kMostTimers];
std::size_t timer_count;
std::uint32_t set_count;  // timers with a deadline

template <typename Function>
void for_each_timer(Function function) {
  for (Timer& timer : interval_timers) function(timer);
  for (std::size_t i = 0; i < timer_count; ++i) function(timers[i]);
}

void change_deadline(Timer& timer, std::uint64_t deadline) {
  set_count -= timer.deadline != kNoDeadline ? 1 : 0;
  set_count += deadline != kNoDeadline ? 1 : 0;
  timer.deadline = deadline;
}

Thread* thread_to_signal(const Timer& timer) {
  return timer.event.sigev_notify == SIGEV_THREAD_ID ? thread_of_number(timer.event._sigev_un._tid) : nullptr;
}

bool by_signal(const Timer& timer) {
  return timer.event.sigev_notify == SIGEV_SIGNAL || timer.event.sigev_notify == SIGEV_THREAD_ID;
}

// What its signal would do now.
Effects effects_of_firing(const Timer& timer) {
  if (timer.event.sigev_notify == SIGEV_NONE) return Effects::nothing;
  if (!by_signal(timer)) return Effects::handler;
  return blocked_for(thread_to_signal(timer), timer.event.sigev_signo) ? Effects::handler
                                                                       : effects_of(timer.event.sigev_signo);
}

siginfo_t signal_of(const Timer& timer) {
  const bool interval = &timer >= interval_timers && &timer < interval_timers + kIntervalTimers;
  siginfo_t info = signal_from_here(timer.event.sigev_signo, interval ? SI_KERNEL : SI_TIMER);
  if (interval) return info;
  info.si_timerid = static_cast<int>(reinterpret_cast<std::intptr_t>(id_of(timer)));
  info.si_overrun = 0;
  info.si_value = timer.event.sigev_value;
  return info;
}

// The start routine of a SIGEV_THREAD timer gets its value where a thread's gets its argument.
void* (*start_routine(const Timer& timer))(void*) {
  return reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(timer.event.sigev_notify_function));
}

void start_thread_of(const Timer& timer) {
  start_timer_thread(&timer, *timer.creator, start_routine(timer), timer.event.sigev_value.sival_ptr);
}

Timer& timer_set_by(const TimerSetting& setting) {
  return *static_cast<Timer*>(const_cast<void*>(setting.timer));  // the runtime's own, which the setting only names
}

// How many whole intervals have passed since the deadline; moves it past now.
int skip_missed(Timer& timer) {
  if (timer.deadline > clock_now()) return 0;
  const std::uint64_t missed = (clock_now() - timer.deadline) / timer.interval + 1;
  change_deadline(timer, timer.deadline + missed * timer.interval);
  return static_cast<int>(missed);
}

void fire(Timer& timer) {
  const std::uint64_t next = timer.interval != 0 ? timer.deadline + timer.interval : kNoDeadline;
  change_deadline(timer, next);
  if (by_signal(timer)) {
    timer.queued = effects_of_firing(timer) != Effects::nothing;
    post_timer_signal(thread_to_signal(timer), signal_of(timer));
  } else if (timer.event.sigev_notify == SIGEV_THREAD) {
    start_thread_of(timer);
  }
  if (!timer.queued && timer.interval != 0) skip_missed(timer);
}

// In a search with free time, by the thread of the timer.
bool can_fire(const TimerSetting& setting) {
  const Timer& timer = timer_set_by(setting);
  return !timer.queued && effects_of_firing(timer) == Effects::handler;
}

void fire_as_thread(const TimerSetting& setting) {
  Timer& timer = timer_set_by(setting);
  timer.fired = true;
  change_deadline(timer, setting.over ? kNoDeadline : timer.deadline + timer.interval);
  if (!by_signal(timer)) return;  // a thread starts in an event of its own
  timer.queued = true;
  post_timer_signal(thread_to_signal(timer), signal_of(timer));
}

void start_thread_after(const TimerSetting& setting) {
  const Timer& timer = timer_set_by(setting);
  if (by_signal(timer)) return;
  start_timer_thread_at_event(&timer, start_routine(timer), timer.event.sigev_value.sival_ptr,
                              runtime.current->create_site);
}

// The setting that takes effect, null if the timer is turned off.
TimerSetting* new_setting(Timer& timer) {
  if (timer.setting != nullptr) timer.setting->over = true;
  timer.setting = nullptr;
  if (timer.deadline == kNoDeadline || timer.event.sigev_notify == SIGEV_NONE) return nullptr;
  TimerSetting& setting = *arena_new<TimerSetting>();
  setting = {&timer,      timer.deadline, timer.interval, can_fire, fire_as_thread, start_thread_after,
             timer.fired, false,          nullptr};
  apply_timer_setting(setting);
  timer.setting = &setting;
  return &setting;
}

Timer* timer_that_sent(const siginfo_t& info) {
  if (info.si_code == SI_TIMER) return timer_of(reinterpret_cast<timer_t>(static_cast<std::intptr_t>(info.si_timerid)));
  if (info.si_code != SI_KERNEL) return nullptr;
  for (Timer& timer : interval_timers) {
    if (timer.queued && timer.event.sigev_signo == info.si_signo) return &timer;
  }
  return nullptr;
}

}  // namespace

Timer& interval_timer(int which) {
  constexpr int kSignals[kIntervalTimers] = {SIGALRM, SIGVTALRM, SIGPROF};
  Timer& timer = interval_timers[which];
  if (!timer.exists) {
    timer.exists = true;
    timer.deadline = kNoDeadline;
    timer.counts_processor_time = which != 0;
    timer.event.sigev_notify = SIGEV_SIGNAL;
    timer.event.sigev_signo = kSignals[which];
  }
  return timer;
}

Timer* new_timer() {
  std::size_t at = timer_count;
  if (at == kMostTimers) at = 0;
  while (at < timer_count && timers[at].exists) ++at;  // all were made: one that was deleted
  if (at == kMostTimers) return nullptr;
  if (at == timer_count) ++timer_count;
  Timer* timer = &timers[at];
  *timer = {};
  timer->exists = true;
  timer->deadline = kNoDeadline;
  timer->creator = runtime.current;
  return timer;
}

Timer* timer_of(timer_t id) {
  const auto index = reinterpret_cast<std::uintptr_t>(id);
  return index < timer_count && timers[index].exists ? &timers[index] : nullptr;
}

timer_t id_of(const Timer& timer) { return reinterpret_cast<timer_t>(&timer - timers); }

namespace {

// Its effect. Returns the setting whose thread is to be started, if there is one.
TimerSetting* change_setting(Timer& timer, std::uint64_t deadline, std::uint64_t interval) {
  hb_release(&timer);
  change_deadline(timer, deadline);
  timer.interval = interval;
  timer.overrun = 0;
  timer.queued = false;
  return timers_are_threads() ? new_setting(timer) : nullptr;
}

}  // namespace

TimerState set_timer(Timer& timer, std::uint64_t deadline, std::uint64_t interval, std::uint64_t now,
                     std::uintptr_t site) {
  timers_used = timers_used || !timers_are_threads();
  scheduler.point({SLEAVE_EV_timer_set, site, &timer, nullptr});
  const TimerState before = state_of(timer, now);
  TimerSetting* setting = before.exists ? change_setting(timer, deadline, interval) : nullptr;
  EventRecord event_record{SLEAVE_EV_timer_set, site, &timer};
  event_record.value = deadline;
  event_record.extra = interval;
  event_record.size = static_cast<std::uint8_t>(by_signal(timer) ? timer.event.sigev_signo : 0);
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
  if (setting != nullptr) start_timer(*setting, site);
  fire_due_timers();
  return before;
}

namespace {

std::uint64_t time_until(const Timer& timer, std::uint64_t now) {
  if (timer.deadline == kNoDeadline) return 0;
  if (timer.deadline > now) return timer.deadline - now;
  return timer.interval != 0 ? timer.interval - (now - timer.deadline) % timer.interval : 1;
}

}  // namespace

TimerState state_of(const Timer& timer, std::uint64_t now) {
  return {timer.exists, time_until(timer, now), timer.interval};
}

std::uint64_t next_timer_deadline(bool fatal) {
  std::uint64_t first = kNoDeadline;
  if (set_count == 0 || timers_are_threads()) return first;
  for_each_timer([&](Timer& timer) {
    if (!timer.exists || timer.queued || timer.counts_processor_time || timer.deadline >= first) return;
    const Effects effects = timer.deadline == kNoDeadline ? Effects::nothing : effects_of_firing(timer);
    if (effects == Effects::nothing || (effects != Effects::handler && !fatal)) return;
    first = timer.deadline;
  });
  return first;
}

void fire_due_timers() {
  if (set_count == 0 || timers_are_threads()) return;
  for_each_timer([](Timer& timer) {
    if (timer.exists && !timer.queued && timer.deadline <= clock_now()) fire(timer);
  });
}

void jump_to_timer(std::uint64_t deadline) {
  clock_advance_to(deadline);
  EventRecord event_record{SLEAVE_EV_timer_goes_off, runtime.current->pending.site};
  event_record.value = deadline;
  event_record.flags = SLEAVE_EVENT_CHOSEN;
  record_note(event_record);
  fire_due_timers();
}

void timer_signal_taken(siginfo_t& info) {
  Timer* timer = timer_that_sent(info);
  if (timer == nullptr) return;
  timer->queued = false;
  timer->overrun =
      timer->interval != 0 && !timers_are_threads() && timer->deadline != kNoDeadline ? skip_missed(*timer) : 0;
  if (info.si_code == SI_TIMER) info.si_overrun = timer->overrun;
}

}  // namespace sleave::rt
