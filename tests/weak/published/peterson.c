// Peterson's lock with release and acquire, which is too weak: both may enter. Each thread enters once.
//   GenMC's peterson; what is read is returned, or the compiler would drop it.
// RC11: once = 22
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants[2];
atomic_int turn;
atomic_int inside;

static void* enter(void* argument) {
  const int self = argument != 0;
  atomic_store_explicit(&wants[self], 1, memory_order_release);
  atomic_store_explicit(&turn, 1 - self, memory_order_release);
  while (atomic_load_explicit(&wants[1 - self], memory_order_acquire) &&
         atomic_load_explicit(&turn, memory_order_acquire) == 1 - self) {
  }
  atomic_store_explicit(&inside, self, memory_order_release);
  const long seen = atomic_load_explicit(&inside, memory_order_acquire);
  atomic_store_explicit(&wants[self], 0, memory_order_release);
  return (void*)seen;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, enter, 0);
  pthread_create(&threads[1], 0, enter, &turn);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
