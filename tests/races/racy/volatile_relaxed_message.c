// RACE: A volatile flag announces a message, and volatile accesses count as relaxed atomics.
// WHY: A relaxed load does not synchronize with the store that it reads.
// OPTIONS: --volatile=relaxed
#include <pthread.h>

int message;
volatile int ready;
int seen;

static void* send(void* unused) {
  message = 1;  // race: write
  ready = 1;
  return unused;
}

static void* receive(void* unused) {
  while (!ready) {
  }
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
