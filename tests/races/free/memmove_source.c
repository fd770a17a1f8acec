// FREE: memmove shifts the front of an array while another thread appends behind it.
// WHY: Source and target of the move end before the element that is written.
#include <pthread.h>
#include <string.h>

int queue[16];
size_t kept = 11;

static void* shift(void* unused) {
  memmove(queue, queue + 4, kept * sizeof(int));
  return unused;
}

static void* append(void* unused) {
  queue[15] = 3;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, shift, 0);
  pthread_create(&threads[1], 0, append, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
