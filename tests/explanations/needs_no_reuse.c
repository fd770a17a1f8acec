// Fails by a lost update, whatever addresses malloc hands out. A thread that gets the same address again does more, so
// a schedule that fails with reuse need not fail without it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int count, same;

static void* add(void* unused) {
  void* first = malloc(40);
  const uintptr_t place = (uintptr_t)first;
  free(first);
  void* second = malloc(40);
  if ((uintptr_t)second == place) {
    for (int i = 0; i < 4; ++i) atomic_fetch_add(&same, 1);
  }
  const int seen = atomic_load(&count);
  atomic_store(&count, seen + 1);
  free(second);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(count == 2);
}
