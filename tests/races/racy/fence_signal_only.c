// RACE: atomic_signal_fence instead of atomic_thread_fence.
// SCHEDULE: some; the load must read the store.
// WHY: A signal fence orders only within one thread.
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int message;
int seen;

static void* send(void* unused) {
  message = 1;  // race: write
  atomic_signal_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (!atomic_load_explicit(&ready, memory_order_relaxed)) return unused;
  atomic_signal_fence(memory_order_acquire);
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
