// BUG: Two threads add to a counter by load and store, in a program that also duplicates its output stream.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int counter;

static void* increment(void* nothing) {
  atomic_store(&counter, atomic_load(&counter) + 1);
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
