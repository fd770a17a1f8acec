// Actions at a virtual time that no thread sleeps for: timers.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"

namespace sleave::rt {

struct Alarm {
  std::uint64_t deadline;      // kNoDeadline: not set
  void (*fire)(Alarm& alarm);  // time is up; sets the next deadline
  Alarm* next;
  bool known;
};

// Whether a timer of any kind was ever set in this run.
SLEAVE_HIDDEN extern bool timers_used;

// Sets, moves or stops (kNoDeadline) an alarm, which must outlive the run.
void set_alarm(Alarm& alarm, std::uint64_t deadline);

// The earliest deadline, or kNoDeadline.
std::uint64_t next_alarm();

// By the clock: time has come to `now`.
void fire_alarms(std::uint64_t now);

}  // namespace sleave::rt
