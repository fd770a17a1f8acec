// RACE: A consumer reads the message after a wait with a limit of time, without the lock; the producer writes it late.
// WHY: The producer's write comes after its unlock.
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;
int message;
int seen;

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&lock);
  message = 1;  // race: write
  return unused;
}

static void* consume(void* unused) {
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 1;
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_clockwait(&condition, &lock, CLOCK_MONOTONIC, &limit);
  pthread_mutex_unlock(&lock);
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
