// FREE: One thread locks with a limit on the monotonic clock, the other on the real-time clock, both check the result.
// WHY: A timed lock that succeeds synchronizes as any lock does.
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data;

static void* by_clock(void* unused) {
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 100;
  if (pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &limit) != 0) return unused;
  ++data;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* by_time(void* unused) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 100;
  if (pthread_mutex_timedlock(&lock, &limit) != 0) return unused;
  ++data;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, by_clock, 0);
  pthread_create(&threads[1], 0, by_time, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
