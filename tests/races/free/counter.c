// FREE: Each thread increments its own counter; the sum is made after both are joined.
// WHY: Different memory locations, and join synchronizes with the end of the thread.
#include <pthread.h>
#include <stdio.h>

int counters[2];

static void* increment(void* counter) {
  ++*(int*)counter;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, increment, &counters[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  printf("%d\n", counters[0] + counters[1]);
}
