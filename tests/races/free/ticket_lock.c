// FREE: A ticket lock: relaxed tickets, acquire on `serving`, release when it goes on.
// WHY: Who is served reads the release store of the holder before.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_uint tickets, serving;
int data;

static void* update(void* unused) {
  unsigned mine = atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) sched_yield();
  ++data;
  atomic_store_explicit(&serving, mine + 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
