// RACE: A block is freed while another thread reads it.
// WHY: The end of an object's life conflicts with its use; nothing orders them.
#include <pthread.h>
#include <stdlib.h>

int* block;
int seen;

static void* use(void* unused) {
  seen = *block;  // race: read
  return unused;
}

static void* release(void* unused) {
  free(block);  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  block = calloc(4, sizeof *block);
  pthread_create(&threads[0], 0, use, 0);
  pthread_create(&threads[1], 0, release, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
