// POSIX semaphores. The value is the lower half of glibc's first word, as sem_init and sem_getvalue know it.
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/clock.h"

namespace sleave::rt {
namespace {

unsigned& value_of(const void* semaphore) { return *static_cast<unsigned*>(const_cast<void*>(semaphore)); }

bool can_pass(const Thread& thread) { return value_of(thread.pending.object) > 0; }

int finish_operation(sem_t* semaphore, sleave_event_kind kind, std::uintptr_t site, int error) {
  Happening happening{kind, site, semaphore};
  happening.value = value_of(semaphore);
  happening.flags = error == 0 ? SLEAVE_EVENT_CHANGED : SLEAVE_EVENT_FAILED;
  if (error == ETIMEDOUT) happening.flags |= SLEAVE_EVENT_TIMED_OUT;
  record_point(happening);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

void take(sem_t* semaphore) {
  --value_of(semaphore);
  scheduler.changed(semaphore);
}

int wait(sem_t* semaphore, sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site) {
  const bool passed = scheduler.point_until({kind, site, semaphore, can_pass}, deadline);
  if (g.current->interrupted) {
    errno = EINTR;
    return -1;
  }
  if (passed) take(semaphore);
  return finish_operation(semaphore, kind, site, passed ? 0 : ETIMEDOUT);
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
