// RACE: The data is changed once more after the mutex, locked with a limit of time, was released.
// WHY: The last write is outside the critical section.
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data;

static void* update(void* unused) {
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 100;
  if (pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &limit) != 0) return unused;
  pthread_mutex_unlock(&lock);
  ++data;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
