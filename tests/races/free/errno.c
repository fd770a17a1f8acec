// FREE: Both threads set and read errno.
// WHY: errno is an object of its own for each thread.
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

int seen[2];

static void* fail(void* result) {
  close(-1);
  *(int*)result = errno;
  errno = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, fail, &seen[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
