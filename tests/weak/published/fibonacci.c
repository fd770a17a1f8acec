// Two threads that each add what both variables hold to their own, so often as the first argument says; with a second
// argument another thread looks at both.
//   5 look: GenMC's fib_bench, 525,630 classes.
// RC11: 2 = 20
// RC11: 3 = 175
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int values[2] = {1, 1};
static int times;

static void* add(void* argument) {
  const int self = argument != 0;
  for (int i = 0; i < times; ++i) {
    const int x = atomic_load_explicit(&values[0], memory_order_acquire);
    const int y = atomic_load_explicit(&values[1], memory_order_acquire);
    atomic_store_explicit(&values[self], x + y, memory_order_release);
  }
  return 0;
}

static void* look(void* argument) {
  (void)argument;
  if (atomic_load_explicit(&values[0], memory_order_acquire) > 144) abort();
  if (atomic_load_explicit(&values[1], memory_order_acquire) > 144) abort();
  return 0;
}

int main(int count, char** arguments) {
  times = atoi(arguments[1]);
  pthread_t threads[3];
  const int all = count > 2 ? 3 : 2;
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, &times);
  if (all == 3) pthread_create(&threads[2], 0, look, 0);
  for (int i = 0; i < all; ++i) pthread_join(threads[i], 0);
}
