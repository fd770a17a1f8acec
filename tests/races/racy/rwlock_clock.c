// RACE: A writer takes the read side of a lock, with a limit of time.
// WHY: Two threads hold the lock for reading together, and one of them writes.
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;
int seen;

static struct timespec late(void) {
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 100;
  return limit;
}

static void* read_value(void* unused) {
  struct timespec limit = late();
  if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit) != 0) return unused;
  seen = value;  // race: read
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* write_value(void* unused) {
  struct timespec limit = late();
  if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit) != 0) return unused;
  value = 1;  // race: write
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, read_value, 0);
  pthread_create(&threads[1], 0, write_value, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
