// RACE: Two threads increment one plain counter.
// WHY: Conflicting actions in different threads, not atomic, neither happens before the other [intro.races].
#include <pthread.h>

int counter;

static void* increment(void* unused) {
  ++counter;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
