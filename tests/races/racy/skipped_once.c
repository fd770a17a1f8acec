// RACE: A reader looks at the value without calling pthread_once itself.
// WHY: Only the return of a call is ordered after the routine.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int value;
int seen;

static void initialise(void) {
  value = 3;  // race: write
}

static void* first(void* unused) {
  pthread_once(&once, initialise);
  return unused;
}

static void* second(void* unused) {
  seen = value;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
