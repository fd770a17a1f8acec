// pthread_once (and through it std::call_once) and the guards of function-local statics.
//
// A pthread_once_t is 0 before, 2 after, as in glibc; while the routine runs it holds the runner's index plus one above
// two low bits 01. A guard's first byte is 1 after, which compiled code tests by itself; while the initializer runs its
// upper half holds the runner's index plus one.
#include "runtime/sync/once_call.h"

#include <pthread.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/locks.h"

extern "C" {
int __cxa_guard_acquire(std::uint64_t* guard);
void __cxa_guard_release(std::uint64_t* guard);
void __cxa_guard_abort(std::uint64_t* guard);
}

namespace sleave::rt {

namespace {

constexpr int kOnceDone = 2;
constexpr int kOnceRunning = 1;

int once_running_by(const Thread& thread) { return static_cast<int>((thread.index + 1) << 2) | kOnceRunning; }

bool once_ready(const Thread& thread) { return (*static_cast<const int*>(thread.pending.object) & kOnceRunning) == 0; }

struct Guard {
  std::uint8_t done;
  std::uint8_t reserved[3];
  std::uint32_t runner;
};

bool guard_ready(const Thread& thread) { return static_cast<const Guard*>(thread.pending.object)->runner == 0; }

void record_change(sleave_event_kind kind, std::uintptr_t site, const void* object, bool changed) {
  EventRecord event_record{kind, site, object};
  event_record.flags = changed ? SLEAVE_EVENT_CHANGED : 0;
  event_record.effect = changed ? Effect::write : Effect::read;
  record_point(event_record);
}

void leave_once(int* control, int state, std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_once_end, site, control, nullptr});
  *control = state;
  scheduler.changed(control);
  record_change(SLEAVE_EV_once_end, site, control, true);
}

void leave_guard(Guard* guard, std::uint8_t done, sleave_event_kind kind, std::uintptr_t site) {
  scheduler.point({kind, site, guard, nullptr});
  guard->done = done;
  guard->runner = 0;
  scheduler.changed(guard);
  record_change(kind, site, guard, true);
}

}  // namespace

int once(int* control, void (*routine)(), std::uintptr_t site) {
  scheduler.point({SLEAVE_EV_once_begin, site, control, once_ready});
  const bool first = *control != kOnceDone;
  if (first) {
    *control = once_running_by(*runtime.current);
    scheduler.changed(control);
  }
  record_change(SLEAVE_EV_once_begin, site, control, first);
  if (!first) return 0;
  sleave_call_once_routine(routine, control);
  leave_once(control, kOnceDone, site);
  return 0;
}

std::uint32_t initializer_of(sleave_event_kind kind, const void* object) {
  if (kind == SLEAVE_EV_guard_acquire) return static_cast<const Guard*>(object)->runner - 1;
  const int state = *static_cast<const int*>(object);
  return (state & kOnceRunning) != 0 ? static_cast<std::uint32_t>(state >> 2) - 1 : SLEAVE_NO_THREAD;
}

}  // namespace sleave::rt

using namespace sleave::rt;

extern "C" void sleave_once_abandoned(void* control) { leave_once(static_cast<int*>(control), 0, SLEAVE_SITE_HERE); }

SLEAVE_EXPORT int pthread_once(pthread_once_t* control, void (*routine)()) {
  return controlled() ? once(control, routine, SLEAVE_SITE_HERE) : REAL(pthread_once)(control, routine);
}

SLEAVE_EXPORT int __cxa_guard_acquire(std::uint64_t* object) {
  if (!controlled()) return REAL(__cxa_guard_acquire)(object);
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  auto* guard = reinterpret_cast<Guard*>(object);
  scheduler.point({SLEAVE_EV_guard_acquire, site, guard, guard_ready});
  const bool first = guard->done == 0;
  if (first) {
    guard->runner = runtime.current->index + 1;
    scheduler.changed(guard);
  }
  record_change(SLEAVE_EV_guard_acquire, site, guard, first);
  return first ? 1 : 0;
}

SLEAVE_EXPORT void __cxa_guard_release(std::uint64_t* object) {
  if (!controlled()) return REAL(__cxa_guard_release)(object);
  leave_guard(reinterpret_cast<Guard*>(object), 1, SLEAVE_EV_guard_release, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __cxa_guard_abort(std::uint64_t* object) {
  if (!controlled()) return REAL(__cxa_guard_abort)(object);
  leave_guard(reinterpret_cast<Guard*>(object), 0, SLEAVE_EV_guard_abort, SLEAVE_SITE_HERE);
}
