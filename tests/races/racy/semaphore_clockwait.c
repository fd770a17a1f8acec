// RACE: A timed wait on a semaphore that ends by time-out is taken for success.
// WHY: A wait that fails synchronizes with nothing; here the limit has always passed before the post.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t full, late;
int message;
int seen;

static void* produce(void* unused) {
  sem_wait(&late);
  message = 1;  // race: write
  sem_post(&full);
  return unused;
}

static void* consume(void* unused) {
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  sem_clockwait(&full, CLOCK_MONOTONIC, &limit);
  sem_post(&late);
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&full, 0, 0);
  sem_init(&late, 0, 0);
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
