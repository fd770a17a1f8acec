// FREE: A consumer waits with limits on two clocks; the message is read under the lock.
// WHY: Whether the wait ends by a signal or by time, it holds the mutex again.
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int message;
int seen;

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  message = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* consume(void* unused) {
  struct timespec limit;
  pthread_mutex_lock(&lock);
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_nsec = 0;
  limit.tv_sec += 1;
  if (!message) pthread_cond_clockwait(&condition, &lock, CLOCK_MONOTONIC, &limit);
  clock_gettime(CLOCK_REALTIME, &limit);
  if (!message) pthread_cond_timedwait(&condition, &lock, &limit);
  seen = message;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
