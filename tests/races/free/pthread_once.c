// FREE: Two threads initialize by pthread_once and read.
// WHY: pthread_once returns after the routine has completed, in whichever thread.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int value;
int seen[2];

static void initialize(void) { value = 3; }

static void* use(void* result) {
  pthread_once(&once, initialize);
  *(int*)result = value;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, &seen[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
