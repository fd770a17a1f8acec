// Main returns what it saw: 0 or 1; _exit and quick_exit end it as well.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic int set;

static void* writer(void* unused) {
  set = 1;
  return unused;
}

int main(int count, char** words) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  const int seen = set;
  pthread_join(thread, 0);
  if (count > 1 && strcmp(words[1], "_exit") == 0) _exit(seen);
  if (count > 1 && strcmp(words[1], "quick_exit") == 0) quick_exit(seen);
  return seen;
}
