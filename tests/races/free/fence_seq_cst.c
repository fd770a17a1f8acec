// FREE: Sequentially consistent fences on both sides, in C.
// WHY: Such a fence is both an acquire and a release fence.
// TSAN: It does not know fences.
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int message;
int seen;

static void* send(void* unused) {
  message = 1;
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (!atomic_load_explicit(&ready, memory_order_relaxed)) return unused;
  atomic_thread_fence(memory_order_seq_cst);
  seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
