// FREE: An eventfd hands a message over.
// WHY: The count cannot be read before it is written; the kernel orders what came before.
#include <pthread.h>
#include <sys/eventfd.h>

int counter;
int message;
int seen;

static void* send(void* unused) {
  message = 1;
  eventfd_write(counter, 1);
  return unused;
}

static void* receive(void* unused) {
  eventfd_t value;
  if (eventfd_read(counter, &value) == 0) seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  counter = eventfd(0, 0);
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
