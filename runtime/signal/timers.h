// Timers in virtual time: alarm, setitimer, timer_create.
//
// A timer is a deadline of the process. It fires when the clock passes it: by reading the clock step by step, or, when
// no thread can continue, by the jump to the next deadline. As on Linux a timer whose signal is pending does not fire
// again before that signal is taken; the intervals missed meanwhile are its overrun. The scheduler fires timers through
// runtime/sched/sources.h. In a search with free time each setting is a thread instead (runtime/thread/timer_thread.h),
// and there are no overruns.
#pragma once

#include <signal.h>
#include <time.h>

#include <cstdint>

namespace sleave::rt {

struct Thread;
struct TimerSetting;

struct Timer {
  bool exists;
  bool counts_processor_time;  // never by a jump of the clock: nobody works then
  clockid_t clock;
  sigevent event;
  Thread* creator;
  std::uint64_t deadline;  // kNoDeadline: not set
  std::uint64_t interval;  // 0: once
  bool queued;             // its signal is pending
  int overrun;             // of the signal taken last
  TimerSetting* setting;   // in a search with free time: the one in effect, null if none
  bool fired;              // likewise: ever
};

// What a timer has before it fires, and between two times, in nanoseconds; 0: not set, and once.
struct TimerState {
  bool exists;  // another thread may have deleted it
  std::uint64_t left;
  std::uint64_t interval;
};

Timer& interval_timer(int which);  // of setitimer
Timer* new_timer();                // null: there are too many
Timer* timer_of(timer_t id);       // null: there is none
timer_t id_of(const Timer& timer);

// Sets a timer, an event of the current thread, and returns its state before. kNoDeadline turns it off. `now`: what the
// clock shows.
TimerState set_timer(Timer& timer, std::uint64_t deadline, std::uint64_t interval, std::uint64_t now,
                     std::uintptr_t site);

TimerState state_of(const Timer& timer, std::uint64_t now);

// The signal of a timer is taken: fills in the overrun and lets the timer continue.
void timer_signal_taken(siginfo_t& info);

}  // namespace sleave::rt
