#include "runtime/thread/timer_thread.h"

#include <string.h>

#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/thread/thread.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

TimerSetting* settings;     // all of the run
std::uint64_t fired_again;  // how often a timer did that had fired before

bool bound_is_reached() {
  const std::uint32_t most = runtime.plan->choices[SLEAVE_CHOICE_timer].most;
  return most != 0 && fired_again >= most - 1;
}

// Whether or not it can fire just now: it might in another order of the same operations.
void note_bound() {
  if (!bound_is_reached()) return;
  for (const TimerSetting* setting = settings; setting != nullptr; setting = setting->next) {
    if (!setting->over && setting->fired_before) ++runtime.trace->opportunities[SLEAVE_CHOICE_timer];
  }
}

const TimerSetting& setting_of(const Thread& thread) { return *static_cast<const TimerSetting*>(thread.argument); }

bool is_possible(const TimerSetting& setting) { return !setting.over && setting.can_fire(setting); }

bool can_fire(const Thread& thread) {
  const TimerSetting& setting = setting_of(thread);
  return is_possible(setting) && !(setting.fired_before && bound_is_reached());
}

void fire(TimerSetting& setting, std::uintptr_t site) {
  scheduler.turn({SLEAVE_EV_timer_fire, site, nullptr, can_fire}, kNoDeadline);
  if (setting.fired_before) ++fired_again;
  setting.fired_before = true;
  setting.over = setting.interval == 0;
  setting.fire(setting);
  EventRecord event_record{SLEAVE_EV_timer_fire, site};
  event_record.value = setting.deadline;
  event_record.flags = SLEAVE_EVENT_CHANGED;
  event_record.effect = Effect::none;
  record_point(event_record);
  note_bound();
}

void* be_timer(void* argument) {
  TimerSetting& setting = *static_cast<TimerSetting*>(argument);
  const std::uintptr_t site = runtime.current->create_site;
  for (;;) {
    sleep_until(setting.deadline, site);
    fire(setting, site);
    if (setting.after != nullptr) setting.after(setting);
    if (setting.over) break;
    setting.deadline += setting.interval;
  }
  scheduler.leave();
}

}  // namespace

bool only_bound_stops_timer(const Thread& thread) {
  const TimerSetting& setting = setting_of(thread);
  return setting.fired_before && bound_is_reached() && is_possible(setting);
}

void apply_timer_setting(TimerSetting& setting) {
  setting.next = settings;
  settings = &setting;
  note_bound();
}

void start_timer(TimerSetting& setting, std::uintptr_t site) {
  runtime.current->exposed = true;  // its timer is none of a thread like it
  Thread& thread = start_timer_thread_at_event(setting.timer, be_timer, &setting, site);
  thread.of_runtime = thread.of_timer = true;
  strcpy(thread.name, "timer");
}

}  // namespace sleave::rt
