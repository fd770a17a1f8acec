// FREE: A thread ends by pthread_exit deep in its calls; the joiner reads what the exit value points to.
// WHY: The end of the thread, in whichever way, synchronizes with the join.
#include <pthread.h>

int results[2];
int seen;

static void finish(int* result) {
  *result = 8;
  pthread_exit(result);
}

static void* work(void* result) {
  finish(result);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &results[i]);
  for (int i = 0; i < 2; ++i) {
    void* value;
    pthread_join(threads[i], &value);
    seen += *(int*)value;
  }
}
