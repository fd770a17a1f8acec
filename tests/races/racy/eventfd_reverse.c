// RACE: The reader of an eventfd writes, and the writer of the eventfd reads.
// WHY: Order goes from the write of the count to its read, not back.
#include <pthread.h>
#include <sys/eventfd.h>

int counter;
int message;
int seen;

static void* send(void* unused) {
  eventfd_write(counter, 1);
  seen = message;  // race: read
  return unused;
}

static void* receive(void* unused) {
  eventfd_t value;
  if (eventfd_read(counter, &value) != 0) return 0;
  message = 1;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  counter = eventfd(0, 0);
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
