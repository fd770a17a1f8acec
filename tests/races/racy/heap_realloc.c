// RACE: A block is enlarged while another thread writes to the old one.
// WHY: realloc reads the old block and ends its life.
#include <pthread.h>
#include <stdlib.h>

int* block;
int* larger;

static void* use(void* unused) {
  block[40] = 5;  // race: write
  return unused;
}

static void* enlarge(void* unused) {
  larger = realloc(block, 100000);  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  block = calloc(64, sizeof *block);
  pthread_create(&threads[0], 0, use, 0);
  pthread_create(&threads[1], 0, enlarge, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  free(larger);
}
