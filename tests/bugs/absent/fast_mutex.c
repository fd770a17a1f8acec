// REPAIRED: A thread that was overtaken waits until nobody announces itself, and looks whose turn it is.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int announces[3], first, gate, inside; /* threads are 1 and 2; 0 is nobody */

static void lock(int me) {
  for (;;) {
    atomic_store(&announces[me], 1);
    atomic_store(&first, me);
    if (atomic_load(&gate) != 0) {
      atomic_store(&announces[me], 0);
      while (atomic_load(&gate) != 0) sched_yield();
      continue;
    }
    atomic_store(&gate, me);
    if (atomic_load(&first) == me) return;
    atomic_store(&announces[me], 0);
    while (atomic_load(&announces[3 - me])) sched_yield();
    if (atomic_load(&gate) == me) return;
    while (atomic_load(&gate) != 0) sched_yield();
  }
}

static void unlock(int me) {
  atomic_store(&gate, 0);
  atomic_store(&announces[me], 0);
}

static void* work(void* number) {
  int me = *(int*)number;
  lock(me);
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {1, 2};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
