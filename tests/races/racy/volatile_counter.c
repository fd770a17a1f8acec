// RACE: A volatile counter is incremented by two threads.
// WHY: volatile is no synchronization and makes nothing atomic.
#include <pthread.h>

volatile int counter;

static void* increment(void* unused) {
  counter = counter + 1;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
