// RACE: A plain flag announces a message.
// WHY: The flag itself is written and read without order, whatever its value.
#include <pthread.h>

int message;
int ready;
int seen;

static void* sender(void* unused) {
  message = 42;
  ready = 1;  // race: write
  return unused;
}

static void* receiver(void* unused) {
  seen = ready;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, sender, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
