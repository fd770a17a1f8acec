// FREE: A block is enlarged under the lock under which it is used.
// WHY: Every use finds the current block, and no use is outside the lock.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int* block;

static void* use(void* unused) {
  pthread_mutex_lock(&lock);
  block[1] = 5;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* enlarge(void* unused) {
  pthread_mutex_lock(&lock);
  block = realloc(block, 100000);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  block = calloc(4, sizeof *block);
  pthread_create(&threads[0], 0, use, 0);
  pthread_create(&threads[1], 0, enlarge, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  free(block);
}
