// FREE: Relaxed increments of one atomic counter.
// WHY: Atomic operations never race with each other, in any order.
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;
int seen;

static void* increment(void* unused) {
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  atomic_store_explicit(&counter, 3, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  seen = atomic_load_explicit(&counter, memory_order_relaxed);
}
