// RACE: Two threads write two neighbouring bit-fields.
// WHY: Adjacent bit-fields are one memory location [intro.memory].
#include <pthread.h>

struct {
  unsigned red : 4;
  unsigned green : 4;
} lamps;

static void* switch_red(void* unused) {
  lamps.red = 1;  // race: write
  return unused;
}

static void* switch_green(void* unused) {
  lamps.green = 1;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, switch_red, 0);
  pthread_create(&threads[1], 0, switch_green, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
