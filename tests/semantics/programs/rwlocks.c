/* COVERS: every call of pthread read-write locks, by reader, writer and others; time-outs, bad times and clocks. */
#include <pthread.h>

#include "say.h"
#include "times.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* try_both(void* argument) {
  (void)argument;
  const int read = pthread_rwlock_tryrdlock(&lock);
  say_error("tryrdlock", read);
  if (read == 0) ERROR(pthread_rwlock_unlock(&lock));
  const int write = pthread_rwlock_trywrlock(&lock);
  say_error("trywrlock", write);
  if (write == 0) ERROR(pthread_rwlock_unlock(&lock));
  return NULL;
}

static void* time_out(void* argument) {
  (void)argument;
  struct timespec soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_rwlock_timedwrlock(&lock, &soon));
  ERROR(pthread_rwlock_timedwrlock(&lock, &long_ago));
  ERROR(pthread_rwlock_timedwrlock(&lock, &before_time));
  ERROR(pthread_rwlock_timedwrlock(&lock, &too_many_nanoseconds));
  soon = from_now(CLOCK_MONOTONIC, 2);
  ERROR(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon));
  ERROR(pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &long_ago));
  ERROR(pthread_rwlock_clockwrlock(&lock, CLOCK_BOOTTIME, &long_ago));
  return NULL;
}

static void* time_out_reading(void* argument) {
  (void)argument;
  struct timespec soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_rwlock_timedrdlock(&lock, &soon));
  ERROR(pthread_rwlock_timedrdlock(&lock, &negative_nanoseconds));
  soon = from_now(CLOCK_MONOTONIC, 2);
  ERROR(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon));
  ERROR(pthread_rwlock_clockrdlock(&lock, CLOCK_THREAD_CPUTIME_ID, &soon));
  return NULL;
}

static void let(void* (*work)(void*)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0) say("no thread");
  ERROR(pthread_join(thread, NULL));
}

static void reading(void) {
  ERROR(pthread_rwlock_rdlock(&lock));
  ERROR(pthread_rwlock_rdlock(&lock));
  ERROR(pthread_rwlock_tryrdlock(&lock));
  ERROR(pthread_rwlock_trywrlock(&lock));
  const struct timespec soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_rwlock_timedwrlock(&lock, &soon));
  let(try_both);
  let(time_out);
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_unlock(&lock));
  let(try_both);
  ERROR(pthread_rwlock_unlock(&lock));
  let(try_both);
}

static void writing(void) {
  ERROR(pthread_rwlock_wrlock(&lock));
  ERROR(pthread_rwlock_rdlock(&lock));
  ERROR(pthread_rwlock_wrlock(&lock));
  ERROR(pthread_rwlock_tryrdlock(&lock));
  ERROR(pthread_rwlock_trywrlock(&lock));
  ERROR(pthread_rwlock_timedrdlock(&lock, &long_ago));
  ERROR(pthread_rwlock_timedwrlock(&lock, &too_many_nanoseconds));
  let(try_both);
  let(time_out);
  let(time_out_reading);
  ERROR(pthread_rwlock_unlock(&lock));
}

static void free_lock(void) {
  ERROR(pthread_rwlock_timedrdlock(&lock, &long_ago));
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_timedwrlock(&lock, &long_ago));
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_timedwrlock(&lock, &too_many_nanoseconds));
  ERROR(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &long_ago));
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_clockrdlock(&lock, 99, &long_ago));
}

int main(void) {
  reading();
  writing();
  free_lock();
  ERROR(pthread_rwlock_destroy(&lock));
  pthread_rwlockattr_t attribute;
  ERROR(pthread_rwlockattr_init(&attribute));
  ERROR(pthread_rwlockattr_setkind_np(&attribute, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
  ERROR(pthread_rwlock_init(&lock, &attribute));
  writing();
  ERROR(pthread_rwlock_destroy(&lock));
  ERROR(pthread_rwlock_init(&lock, NULL));
  reading();
  ERROR(pthread_rwlock_destroy(&lock));
  return 0;
}
