// RACE: A ticket lock that waits with relaxed loads.
// WHY: Exclusion without synchronization: the next holder does not acquire.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_uint tickets, serving;
int data;

static void* update(void* unused) {
  unsigned mine = atomic_fetch_add_explicit(&tickets, 1, memory_order_acq_rel);
  while (atomic_load_explicit(&serving, memory_order_relaxed) != mine) sched_yield();
  ++data;  // race: write
  atomic_store_explicit(&serving, mine + 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
