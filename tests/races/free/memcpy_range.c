// FREE: Two threads copy into two ranges that touch.
// WHY: The ranges have no byte in common, and both only read the source.
#include <pthread.h>
#include <string.h>

char source[101], target[202];
size_t length = 101;

static void* copy(void* start) {
  memcpy(start, source, length);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, copy, target);
  pthread_create(&threads[1], 0, copy, target + length);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
