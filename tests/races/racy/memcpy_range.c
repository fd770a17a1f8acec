// RACE: memcpy writes a range whose last byte another thread reads.
// WHY: memcpy writes each byte of its destination.
#include <pthread.h>
#include <string.h>

char source[100], target[200];
char seen;
size_t length = 100;

static void* copy(void* unused) {
  memcpy(target, source, length);  // race: write
  return unused;
}

static void* look(void* unused) {
  seen = target[99];  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, copy, 0);
  pthread_create(&threads[1], 0, look, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
