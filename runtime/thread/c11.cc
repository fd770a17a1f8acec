// C11 <threads.h>, on the models of the pthread families: in glibc a mtx_t is a pthread_mutex_t, a cnd_t a
// pthread_cond_t, a thrd_t a pthread_t, a once_flag a pthread_once_t.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"
#include "runtime/sync/locks.h"
#include "runtime/sync/yield.h"
#include "runtime/thread/thread.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

int outcome(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    case ENOMEM:
      return thrd_nomem;
    default:
      return thrd_error;
  }
}

pthread_mutex_t* model(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* model(cnd_t* cond) { return reinterpret_cast<pthread_cond_t*>(cond); }

std::uint64_t utc_deadline(const timespec* time) { return deadline_at(CLOCK_REALTIME, *time); }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

// An int comes back in the register a pointer would: the start routines differ in name only.
SLEAVE_EXPORT int thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  if (!controlled()) return REAL(thrd_create)(handle, start, argument);
  auto* routine = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(start));
  return outcome(thread_create(handle, nullptr, routine, argument, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int thrd_join(thrd_t handle, int* result) {
  if (!controlled()) return REAL(thrd_join)(handle, result);
  void* value = nullptr;
  const int error = thread_join(handle, &value, kNoDeadline, SLEAVE_SITE_HERE);
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return outcome(error);
}

SLEAVE_EXPORT int thrd_detach(thrd_t handle) {
  return controlled() ? outcome(thread_detach(handle, SLEAVE_SITE_HERE)) : REAL(thrd_detach)(handle);
}

SLEAVE_EXPORT thrd_t thrd_current() {
  if (!controlled()) return REAL(thrd_current)();
  runtime.current->exposed = true;
  return runtime.current->fs_base;
}

SLEAVE_EXPORT void thrd_exit(int result) {
  if (!controlled()) REAL(thrd_exit)(result);
  thread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

SLEAVE_EXPORT int thrd_sleep(const timespec* duration, timespec* rest) {
  if (!controlled()) return REAL(thrd_sleep)(duration, rest);
  if (!valid_duration(*duration)) return -2;
  const std::uint64_t deadline = deadline_after(*duration);
  if (sleep_until(deadline, SLEAVE_SITE_HERE)) return 0;
  if (rest != nullptr) *rest = time_left(deadline);
  return -1;
}

SLEAVE_EXPORT void thrd_yield() {
  if (controlled()) {
    give_way(SLEAVE_SITE_HERE);
  } else {
    REAL(thrd_yield)();
  }
}

SLEAVE_EXPORT int mtx_lock(mtx_t* mutex) {
  if (!controlled()) return REAL(mtx_lock)(mutex);
  return outcome(mutex_lock(model(mutex), SLEAVE_EV_mutex_lock, kNoDeadline, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int mtx_timedlock(mtx_t* mutex, const timespec* time) {
  if (!controlled()) return REAL(mtx_timedlock)(mutex, time);
  if (!valid_time(*time)) return thrd_error;
  return outcome(mutex_lock(model(mutex), SLEAVE_EV_mutex_timedlock, utc_deadline(time), SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int mtx_trylock(mtx_t* mutex) {
  if (!controlled()) return REAL(mtx_trylock)(mutex);
  announce_weak_try();
  return outcome(mutex_trylock(model(mutex), SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int mtx_unlock(mtx_t* mutex) {
  return controlled() ? outcome(mutex_unlock(model(mutex), SLEAVE_SITE_HERE)) : REAL(mtx_unlock)(mutex);
}

SLEAVE_EXPORT void mtx_destroy(mtx_t* mutex) {
  if (controlled()) {
    mutex_destroy(model(mutex), SLEAVE_SITE_HERE);
  } else {
    REAL(mtx_destroy)(mutex);
  }
}

SLEAVE_EXPORT int cnd_wait(cnd_t* cond, mtx_t* mutex) {
  if (!controlled()) return REAL(cnd_wait)(cond, mutex);
  return outcome(cond_wait(model(cond), model(mutex), kNoDeadline, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int cnd_timedwait(cnd_t* cond, mtx_t* mutex, const timespec* time) {
  if (!controlled()) return REAL(cnd_timedwait)(cond, mutex, time);
  if (!valid_time(*time)) return thrd_error;
  return outcome(cond_wait(model(cond), model(mutex), utc_deadline(time), SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int cnd_signal(cnd_t* cond) {
  if (!controlled()) return REAL(cnd_signal)(cond);
  return outcome(cond_wake(model(cond), SLEAVE_EV_cond_signal, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int cnd_broadcast(cnd_t* cond) {
  if (!controlled()) return REAL(cnd_broadcast)(cond);
  return outcome(cond_wake(model(cond), SLEAVE_EV_cond_broadcast, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT void cnd_destroy(cnd_t* cond) {
  if (controlled()) {
    cond_destroy(model(cond), SLEAVE_SITE_HERE);
  } else {
    REAL(cnd_destroy)(cond);
  }
}

SLEAVE_EXPORT void call_once(once_flag* flag, void (*routine)()) {
  if (controlled()) {
    once(reinterpret_cast<int*>(flag), routine, SLEAVE_SITE_HERE);
  } else {
    REAL(call_once)(flag, routine);
  }
}

SLEAVE_EXPORT int tss_create(tss_t* key, tss_dtor_t destructor) { return outcome(pthread_key_create(key, destructor)); }

SLEAVE_EXPORT void tss_delete(tss_t key) { pthread_key_delete(key); }
