// POSIX semaphores. The value is the lower half of glibc's first word, as sem_init and sem_getvalue know it.
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "runtime/base/outcome.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

unsigned& value_of(const void* semaphore) { return *static_cast<unsigned*>(const_cast<void*>(semaphore)); }

// glibc's new_sem has a spare word after the value and the sharing flag. Ours: whether it was destroyed.
constexpr unsigned kDestroyed = 0x5ede57a0;
unsigned& mark_of(const void* semaphore) { return static_cast<unsigned*>(const_cast<void*>(semaphore))[3]; }

void must_exist(const sem_t* semaphore, std::uintptr_t site) {
  if (mark_of(semaphore) != kDestroyed) return;
  fail({SLEAVE_FIND_use_after_destroy, "the semaphore was destroyed", site, 0, semaphore});
}

bool anybody_waits(const sem_t* semaphore) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& thread = scheduler.thread(i);
    const bool waits =
        thread.pending.kind == SLEAVE_EV_semaphore_wait || thread.pending.kind == SLEAVE_EV_semaphore_timedwait;
    if (&thread != runtime.current && waits && thread.pending.object == semaphore && value_of(semaphore) == 0)
      return true;
  }
  return false;
}

bool can_pass(const Thread& thread) { return value_of(thread.pending.object) > 0; }

int finish_operation(sem_t* semaphore, sleave_event_kind kind, std::uintptr_t site, int error) {
  must_exist(semaphore, site);
  EventRecord event_record{kind, site, semaphore};
  event_record.value = value_of(semaphore);
  event_record.flags = error == 0 ? SLEAVE_EVENT_CHANGED : SLEAVE_EVENT_FAILED;
  if (error == ETIMEDOUT) event_record.flags |= SLEAVE_EVENT_TIMED_OUT;
  record_point(event_record);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

void take(sem_t* semaphore) {
  --value_of(semaphore);
  scheduler.changed(semaphore);
}

int wait(sem_t* semaphore, sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site) {
  must_exist(semaphore, site);  // before the wait: it might never end
  const bool passed = scheduler.point_until({kind, site, semaphore, can_pass}, deadline);
  if (runtime.current->interrupted) {
    errno = EINTR;
    return -1;
  }
  if (passed) take(semaphore);
  if (passed) return finish_operation(semaphore, kind, site, 0);
  finish_operation(semaphore, kind, site, ETIMEDOUT);
  deadline_passes(deadline, site);
  errno = ETIMEDOUT;
  return -1;
}

int timed_wait(sem_t* semaphore, clockid_t clock, const timespec* time, std::uintptr_t site) {
  if (can_wait_on(clock) && valid_time(*time))
    return wait(semaphore, SLEAVE_EV_semaphore_timedwait, deadline_at(clock, *time), site);
  errno = EINVAL;
  return -1;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  const int result = REAL(sem_init)(semaphore, shared, value);
  if (result == 0) mark_of(semaphore) = 0;
  return result;
}

SLEAVE_EXPORT int sem_destroy(sem_t* semaphore) noexcept {
  if (!controlled()) return REAL(sem_destroy)(semaphore);
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  scheduler.point({SLEAVE_EV_semaphore_destroy, site, semaphore, nullptr});
  if (anybody_waits(semaphore)) {
    fail_unless_set_aside({SLEAVE_FIND_destroyed_in_use, "threads wait on the semaphore", site, 0, semaphore});
  }
  const int result = finish_operation(semaphore, SLEAVE_EV_semaphore_destroy, site, 0);
  mark_of(semaphore) = kDestroyed;
  return result;
}

SLEAVE_EXPORT int sem_wait(sem_t* semaphore) {
  if (!controlled()) return REAL(sem_wait)(semaphore);
  return wait(semaphore, SLEAVE_EV_semaphore_wait, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int sem_timedwait(sem_t* semaphore, const timespec* time) {
  if (!controlled()) return REAL(sem_timedwait)(semaphore, time);
  return timed_wait(semaphore, CLOCK_REALTIME, time, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (!controlled()) return REAL(sem_clockwait)(semaphore, clock, time);
  return timed_wait(semaphore, clock, time, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int sem_trywait(sem_t* semaphore) noexcept {
  if (!controlled()) return REAL(sem_trywait)(semaphore);
  scheduler.point({SLEAVE_EV_semaphore_trywait, SLEAVE_SITE_HERE, semaphore, nullptr});
  const bool free = value_of(semaphore) > 0;
  if (free) take(semaphore);
  return finish_operation(semaphore, SLEAVE_EV_semaphore_trywait, SLEAVE_SITE_HERE, free ? 0 : EAGAIN);
}

SLEAVE_EXPORT int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  if (!controlled()) return REAL(sem_getvalue)(semaphore, value);
  scheduler.point({SLEAVE_EV_semaphore_value, SLEAVE_SITE_HERE, semaphore, nullptr});
  *value = static_cast<int>(value_of(semaphore));
  EventRecord event_record{SLEAVE_EV_semaphore_value, SLEAVE_SITE_HERE, semaphore};
  event_record.value = value_of(semaphore);
  event_record.effect = Effect::read;
  record_point(event_record);
  return 0;
}

SLEAVE_EXPORT int sem_post(sem_t* semaphore) noexcept {
  if (!controlled()) return REAL(sem_post)(semaphore);
  scheduler.point({SLEAVE_EV_semaphore_post, SLEAVE_SITE_HERE, semaphore, nullptr});
  const bool full = value_of(semaphore) == SEM_VALUE_MAX;
  if (!full) {
    ++value_of(semaphore);
    scheduler.changed(semaphore);
  }
  return finish_operation(semaphore, SLEAVE_EV_semaphore_post, SLEAVE_SITE_HERE, full ? EOVERFLOW : 0);
}
