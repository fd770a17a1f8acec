// FREE: Threads sleep for different times; the joins order their results.
// WHY: Sleeping orders nothing, and nothing here needs it.
#include <pthread.h>
#include <unistd.h>

int results[2];
int seen;

static void* work(void* result) {
  usleep(100);
  *(int*)result = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &results[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  seen = results[0] + results[1];
}
