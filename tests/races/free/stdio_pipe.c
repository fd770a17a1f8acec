// FREE: A line that goes through a pipe by stdio hands a message over.
// WHY: The line cannot be read before it is flushed; the kernel orders what came before.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

FILE* from;
FILE* to;
int message;
int seen;

static void* send(void* unused) {
  message = 1;
  fputs("there\n", to);
  fflush(to);
  return unused;
}

static void* receive(void* unused) {
  char line[16];
  if (fgets(line, sizeof line, from) != 0) seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  int ends[2];
  if (pipe(ends) != 0) return 1;
  from = fdopen(ends[0], "r");
  to = fdopen(ends[1], "w");
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
