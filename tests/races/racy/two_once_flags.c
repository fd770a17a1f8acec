// RACE: Two threads initialise one variable by two different once controls.
// WHY: Each control runs its routine once; the two runs are not ordered.
#include <pthread.h>

pthread_once_t controls[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
int value;

static void initialise(void) {
  value = 3;  // race: write
}

static void* use(void* control) {
  pthread_once(control, initialise);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, &controls[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
