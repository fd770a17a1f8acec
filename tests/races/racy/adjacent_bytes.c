// RACE: Two threads fill the halves of an array; one goes a byte too far.
// WHY: Byte 4 is one memory location written by both.
#include <pthread.h>

char bytes[8];

static void* low_half(void* unused) {
  for (int i = 0; i <= 4; ++i) bytes[i] = 'a';  // race: write
  return unused;
}

static void* high_half(void* unused) {
  for (int i = 4; i < 8; ++i) bytes[i] = 'b';  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, low_half, 0);
  pthread_create(&threads[1], 0, high_half, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
