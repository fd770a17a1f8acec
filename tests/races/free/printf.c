// FREE: Two threads print to the standard output.
// WHY: Operations on a stream lock it [7.21.2 of C].
#include <pthread.h>
#include <stdio.h>

static void* print(void* unused) {
  printf("%d %s\n", 1, "line");
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, print, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
