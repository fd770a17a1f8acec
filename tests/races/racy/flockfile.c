// RACE: The counter of lines is changed after the stream was unlocked.
// WHY: The increment is outside the critical section.
#include <pthread.h>
#include <stdio.h>

int lines;

static void* print(void* unused) {
  flockfile(stdout);
  putchar_unlocked('.');
  funlockfile(stdout);
  ++lines;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, print, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
