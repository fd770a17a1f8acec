// BUG: The barrier expects three, two come, and main destroys it under them.
// EXPECT: destroyed_in_use | use_after_destroy | data_race
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void* phase(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, 0, 3);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, phase, 0);
  pthread_barrier_destroy(&barrier);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
