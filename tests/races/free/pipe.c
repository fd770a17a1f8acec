// FREE: A byte through a pipe hands a message over.
// WHY: The byte cannot be read before it is written; the kernel orders what came before the write.
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
  char byte;
  if (read(ends[0], &byte, 1) == 1) seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0) return 1;
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
