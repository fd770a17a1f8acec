// FREE: A plain flag announces a message, and is looked at only after the sender is joined.
// WHY: The end of a thread synchronizes with the return of the join.
#include <pthread.h>

int message;
int ready;
int seen;

static void* sender(void* unused) {
  message = 42;
  ready = 1;
  return unused;
}

static void* receiver(void* thread) {
  pthread_join(*(pthread_t*)thread, 0);
  if (ready) seen = message;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, sender, 0);
  pthread_create(&second, 0, receiver, &first);
  pthread_join(second, 0);
}
