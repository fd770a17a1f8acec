// FREE: A volatile flag announces a message, in code whose compiler makes volatile accesses atomic.
// WHY: With --volatile=atomic the load that reads 1 synchronizes with the store.
// TSAN: ThreadSanitizer knows no such meaning of volatile.
// OPTIONS: --volatile=atomic
#include <pthread.h>

int message;
volatile int ready;
int seen;

static void* send(void* unused) {
  message = 1;
  ready = 1;
  return unused;
}

static void* receive(void* unused) {
  while (!ready) {
  }
  seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return seen == 1 ? 0 : 1;
}
