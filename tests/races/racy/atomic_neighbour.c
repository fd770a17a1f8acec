// RACE: The receiver acquires from the neighbour of the atomic object that was released.
// SCHEDULE: some; the load must read the relaxed store.
// WHY: Neighbouring bytes are different atomic objects; the one that is read was stored relaxed.
#include <pthread.h>
#include <stdatomic.h>

struct {
  _Atomic(char) left;
  _Atomic(char) right;
} word;
int message;
int seen;

static void* send(void* unused) {
  message = 1;  // race: write
  atomic_store_explicit(&word.left, 1, memory_order_release);
  atomic_store_explicit(&word.right, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (!atomic_load_explicit(&word.right, memory_order_acquire)) return unused;
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
