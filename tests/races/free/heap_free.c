// FREE: The thread that finishes last frees the block.
// WHY: The decrement acquires the other's release, so both uses happen before the end.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int* block;
atomic_int users = 2;

static void* use(void* number) {
  block[*(int*)number] = 1;
  if (atomic_fetch_sub(&users, 1) == 1) free(block);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  block = calloc(4, sizeof *block);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
