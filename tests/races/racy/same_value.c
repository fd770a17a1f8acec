// RACE: Both threads write the same value.
// WHY: Two writes conflict whatever they write; there are no benign data races.
#include <pthread.h>

int initialised;

static void* initialise(void* unused) {
  initialised = 1;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, initialise, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
