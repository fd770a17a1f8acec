// REPAIRED: the addition is one operation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int counter;

static void* increment(void* nothing) {
  atomic_fetch_add(&counter, 1);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  int copy = dup(1);
  close(copy);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 2);
}
