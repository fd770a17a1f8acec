// FREE: Two threads print into buffers of their own; both print the same constant text.
// WHY: Different buffers; what both read, nobody writes.
#include <pthread.h>
#include <stdio.h>

char lines[2][32];
const char* name = "name";

static void* print(void* line) {
  snprintf(line, sizeof lines[0], "%s", name);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, print, lines[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
