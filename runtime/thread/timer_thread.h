// Timers as threads, in a search whose plan leaves time free: a timer may fire at any time after it was set, whatever
// else happens in between.
//
// Each time a timer is set it is a new thread. That one sleeps until the deadline, which moves the clock, and fires: an
// event on the state of the kernel, like setting and stopping timers, sending and taking signals, and calls on
// descriptors. Where the timer was stopped or set again it cannot fire any more, and the thread waits for good. The
// process does not live on because of such a thread.
//
// A timer that fires again (one with an interval, or one that is set again after it fired) could do so forever. So the
// plan bounds these: choices[timer].most is one more than their number, 0 for any number. The trace says by
// opportunities[timer] that this stopped one.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct TimerSetting {
  const void* timer;                              // of which it is a setting
  std::uint64_t deadline;                         // in virtual time
  std::uint64_t interval;                         // 0: once
  bool (*can_fire)(const TimerSetting& setting);  // whether it has an effect now, and one that does not end the process
  void (*fire)(const TimerSetting& setting);      // a part of the event
  void (*after)(const TimerSetting& setting);     // what follows in events of its own; null: nothing
  bool fired_before;                              // the timer, with this setting or an earlier one
  bool over;                                      // the timer has fired for the last time, or was stopped or set again
  TimerSetting* next;
};

// The timer is set like this now, by the event that the current thread makes. `setting` lives as long as the run.
void apply_timer_setting(TimerSetting& setting);
// After that event: starts the thread, as an event of its own.
void start_timer(TimerSetting& setting, std::uintptr_t site);

}  // namespace sleave::rt
