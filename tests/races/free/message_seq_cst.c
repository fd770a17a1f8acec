// FREE: Message passing with C11 atomics and their default order.
// WHY: A sequentially consistent store is a release, such a load an acquire.
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int message;
int seen;

static void* send(void* unused) {
  message = 1;
  ready = 1;
  return unused;
}

static void* receive(void* unused) {
  if (ready) seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
