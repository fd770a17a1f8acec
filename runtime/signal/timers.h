// Timers in virtual time: alarm, setitimer, timer_create.
//
// A timer is a deadline of the process. It fires when the clock passes it: by reading the clock step by step, or, when
// no thread can continue, by the jump to the next deadline. As on Linux a timer whose signal is pending does not fire
// again before that signal is taken; the intervals missed meanwhile are its overrun. The scheduler fires timers through
// runtime/sched/sources.h.
#pragma once

#include <signal.h>
#include <time.h>

#include <cstdint>

namespace sleave::rt {

struct Thread;

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
};

Timer& interval_timer(int which);  // of setitimer
Timer* new_timer();                // null: there are too many
Timer* timer_of(timer_t id);       // null: there is none
timer_t id_of(const Timer& timer);

// Sets a timer, an event of the current thread. kNoDeadline turns it off.
void set_timer(Timer& timer, std::uint64_t deadline, std::uint64_t interval, std::uintptr_t site);

// Nanoseconds until it fires next; 0: not set.
std::uint64_t time_until(const Timer& timer);

// The signal of a timer is taken: fills in the overrun and lets the timer continue.
void timer_signal_taken(siginfo_t& info);

}  // namespace sleave::rt
