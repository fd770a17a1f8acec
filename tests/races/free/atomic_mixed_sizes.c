// FREE: The two halves of a word are atomic counters, and a release of one is acquired through it.
// WHY: The halves are different atomic objects; a relaxed operation on one says nothing about the other.
#include <pthread.h>
#include <stdatomic.h>

struct {
  _Atomic(short) left;
  _Atomic(short) right;
} word;
int message;
int seen;

static void* send(void* unused) {
  message = 1;
  atomic_store_explicit(&word.left, 1, memory_order_release);
  atomic_store_explicit(&word.right, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (atomic_load_explicit(&word.left, memory_order_acquire)) seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
