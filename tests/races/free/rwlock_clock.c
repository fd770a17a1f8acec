// FREE: Reader and writer take the two sides of a lock with limits of time and check the results.
// WHY: A timed lock that succeeds synchronizes as any lock does.
// TSAN: It does not know read-write locks with a clock of their own (pthread_rwlock_clockwrlock).
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;
int seen;

static struct timespec late(clockid_t clock) {
  struct timespec limit;
  clock_gettime(clock, &limit);
  limit.tv_sec += 100;
  return limit;
}

static void* read_value(void* unused) {
  struct timespec limit = late(CLOCK_MONOTONIC);
  if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit) != 0) return unused;
  seen = value;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* write_value(void* unused) {
  struct timespec limit = late(CLOCK_MONOTONIC);
  if (pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &limit) != 0) return unused;
  value = 1;
  pthread_rwlock_unlock(&lock);
  limit = late(CLOCK_REALTIME);
  if (pthread_rwlock_timedwrlock(&lock, &limit) != 0) return unused;
  value = 2;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, read_value, 0);
  pthread_create(&threads[1], 0, write_value, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
