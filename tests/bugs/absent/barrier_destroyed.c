// REPAIRED: Main is the third; those who were released may still be leaving.
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
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
