// RACE: The message is written after the byte was sent through the pipe.
// WHY: What comes after the write of the byte is not ordered by it.
#include <pthread.h>
#include <unistd.h>

int ends[2];
int message;
int seen;

static void* send(void* unused) {
  if (write(ends[1], "x", 1) != 1) return 0;
  message = 1;  // race: write
  return unused;
}

static void* receive(void* unused) {
  char byte;
  if (read(ends[0], &byte, 1) != 1) return 0;
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0) return 1;
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
