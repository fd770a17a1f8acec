#include "runtime/state/clock.h"

#include "runtime/state/alarm.h"

namespace sleave::rt {

VirtualClock virtual_clock;

void clock_advance_to(std::uint64_t now) {
  if (now <= clock_now()) return;
  virtual_clock.passed = now - kClockStart;
  fire_alarms(now);
}

}  // namespace sleave::rt
