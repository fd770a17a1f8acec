/* COVERS: attributes of mutexes, read-write locks, conditions and barriers: what is set is what is got, every error. */
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "say.h"

static void mutexes(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  int value = -1;
  ERROR(pthread_mutexattr_init(&attributes));
  ERROR(pthread_mutexattr_gettype(&attributes, &value));
  VALUE(value == PTHREAD_MUTEX_DEFAULT);
  ERROR(pthread_mutexattr_settype(&attributes, 99));
  ERROR(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE));
  ERROR(pthread_mutexattr_gettype(&attributes, &value));
  VALUE(value == PTHREAD_MUTEX_RECURSIVE);
  ERROR(pthread_mutexattr_setpshared(&attributes, 99));
  ERROR(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED));
  ERROR(pthread_mutexattr_getpshared(&attributes, &value));
  VALUE(value == PTHREAD_PROCESS_SHARED);
  ERROR(pthread_mutexattr_setrobust(&attributes, 99));
  ERROR(pthread_mutexattr_getrobust(&attributes, &value));
  VALUE(value == PTHREAD_MUTEX_STALLED);
  ERROR(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_STALLED));
  ERROR(pthread_mutexattr_setprotocol(&attributes, 99));
  ERROR(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_NONE));
  ERROR(pthread_mutexattr_getprotocol(&attributes, &value));
  VALUE(value == PTHREAD_PRIO_NONE);
  ERROR(pthread_mutexattr_setprioceiling(&attributes, -5));
  ERROR(pthread_mutexattr_setprioceiling(&attributes, 1));
  ERROR(pthread_mutexattr_getprioceiling(&attributes, &value));
  VALUE(value);
  ERROR(pthread_mutex_init(&mutex, &attributes));
  ERROR(pthread_mutexattr_destroy(&attributes));
  ERROR(pthread_mutex_lock(&mutex));
  ERROR(pthread_mutex_lock(&mutex));
  ERROR(pthread_mutex_getprioceiling(&mutex, &value));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_destroy(&mutex));
}

static void rwlocks(void) {
  pthread_rwlockattr_t attributes;
  pthread_rwlock_t lock;
  int value = -1;
  ERROR(pthread_rwlockattr_init(&attributes));
  ERROR(pthread_rwlockattr_setpshared(&attributes, 99));
  ERROR(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED));
  ERROR(pthread_rwlockattr_getpshared(&attributes, &value));
  VALUE(value == PTHREAD_PROCESS_SHARED);
  ERROR(pthread_rwlockattr_setkind_np(&attributes, 99));
  ERROR(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_READER_NP));
  ERROR(pthread_rwlockattr_getkind_np(&attributes, &value));
  VALUE(value == PTHREAD_RWLOCK_PREFER_READER_NP);
  ERROR(pthread_rwlock_init(&lock, &attributes));
  ERROR(pthread_rwlockattr_destroy(&attributes));
  ERROR(pthread_rwlock_rdlock(&lock));
  ERROR(pthread_rwlock_tryrdlock(&lock));
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_destroy(&lock));
}

static void conditions(void) {
  pthread_condattr_t attributes;
  pthread_cond_t condition;
  int value = -1;
  clockid_t clock = -1;
  ERROR(pthread_condattr_init(&attributes));
  ERROR(pthread_condattr_setpshared(&attributes, 99));
  ERROR(pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE));
  ERROR(pthread_condattr_getpshared(&attributes, &value));
  VALUE(value == PTHREAD_PROCESS_PRIVATE);
  ERROR(pthread_condattr_setclock(&attributes, CLOCK_PROCESS_CPUTIME_ID));
  ERROR(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
  ERROR(pthread_condattr_getclock(&attributes, &clock));
  VALUE(clock == CLOCK_MONOTONIC);
  ERROR(pthread_cond_init(&condition, &attributes));
  ERROR(pthread_condattr_destroy(&attributes));
  ERROR(pthread_cond_signal(&condition));
  ERROR(pthread_cond_destroy(&condition));
}

static void barriers(void) {
  pthread_barrierattr_t attributes;
  pthread_barrier_t barrier;
  int value = -1;
  ERROR(pthread_barrierattr_init(&attributes));
  ERROR(pthread_barrierattr_setpshared(&attributes, 99));
  ERROR(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED));
  ERROR(pthread_barrierattr_getpshared(&attributes, &value));
  VALUE(value == PTHREAD_PROCESS_SHARED);
  ERROR(pthread_barrier_init(&barrier, &attributes, 0));
  ERROR(pthread_barrier_init(&barrier, &attributes, 1));
  ERROR(pthread_barrierattr_destroy(&attributes));
  VALUE(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  ERROR(pthread_barrier_destroy(&barrier));
}

int main(void) {
  mutexes();
  rwlocks();
  conditions();
  barriers();
  return 0;
}
