// FREE: Two threads write two bit-fields with a field of length zero between them.
// WHY: A bit-field of length zero separates memory locations [intro.memory].
#include <pthread.h>

struct {
  unsigned char red : 4;
  unsigned char : 0;
  unsigned char green : 4;
} lamps;

static void* switch_red(void* unused) {
  lamps.red = 1;
  return unused;
}

static void* switch_green(void* unused) {
  lamps.green = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, switch_red, 0);
  pthread_create(&threads[1], 0, switch_green, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
