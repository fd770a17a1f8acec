// FREE: Each thread allocates, writes, frees and allocates again; the allocator may give both the same address in turn.
// WHY: free synchronizes with the allocation that gives out the same memory [c.malloc].
#include <pthread.h>
#include <stdlib.h>

static void* use(void* unused) {
  for (int i = 0; i < 3; ++i) {
    int* volatile block = malloc(64);
    if (block == 0) return unused;
    block[0] = i;
    block[15] = i;
    free(block);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
