// RACE: The flag is set before the message is written.
// WHY: The store orders only what comes before it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int ready;
int message;
int seen;

static void* send(void* unused) {
  ready = 1;
  message = 1;  // race: write
  return unused;
}

static void* receive(void* unused) {
  while (!ready) sched_yield();
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
