// RACE: memmove shifts an array while another thread overwrites one of the elements that are moved.
// WHY: memmove reads the whole source range.
#include <pthread.h>
#include <string.h>

int queue[16];
size_t kept = 12;

static void* shift(void* unused) {
  memmove(queue, queue + 4, kept * sizeof(int));  // race: read
  return unused;
}

static void* append(void* unused) {
  queue[15] = 3;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, shift, 0);
  pthread_create(&threads[1], 0, append, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
