// FREE: The lock of a stream protects a counter of lines.
// WHY: funlockfile synchronizes with the next flockfile of the stream.
// TSAN: It does not know the lock of a stream.
#include <pthread.h>
#include <stdio.h>

int lines;

static void* print(void* unused) {
  flockfile(stdout);
  ++lines;
  putchar_unlocked('.');
  funlockfile(stdout);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, print, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
