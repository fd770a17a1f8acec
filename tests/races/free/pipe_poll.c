// FREE: A thread polls the pipe, then reads the byte and the message.
// WHY: The read of the byte comes after its write.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

int ends[2];
int message;
int seen;

static void* send(void* unused) {
  message = 1;
  if (write(ends[1], "x", 1) != 1) return 0;
  return unused;
}

static void* receive(void* unused) {
  struct pollfd entry = {.fd = ends[0], .events = POLLIN};
  char byte;
  if (poll(&entry, 1, -1) == 1 && read(ends[0], &byte, 1) == 1) seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0) return 1;
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
