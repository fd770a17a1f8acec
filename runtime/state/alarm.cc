#include "runtime/state/alarm.h"

#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {
Alarm* alarms;  // every one that was ever set: programs have few
}  // namespace

bool timers_used;

void set_alarm(Alarm& alarm, std::uint64_t deadline) {
  timers_used = true;
  alarm.deadline = deadline;
  if (alarm.known) return;
  alarm.known = true;
  alarm.next = alarms;
  alarms = &alarm;
}

std::uint64_t next_alarm() {
  std::uint64_t first = kNoDeadline;
  for (const Alarm* alarm = alarms; alarm != nullptr; alarm = alarm->next) {
    if (alarm->deadline < first) first = alarm->deadline;
  }
  return first;
}

void fire_alarms(std::uint64_t now) {
  for (Alarm* alarm = alarms; alarm != nullptr; alarm = alarm->next) {
    if (alarm->deadline <= now) alarm->fire(*alarm);
  }
}

}  // namespace sleave::rt
