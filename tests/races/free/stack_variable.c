// FREE: A thread writes to a local variable of its creator, which reads it after the join.
// WHY: The end of the thread synchronizes with the return of the join.
#include <pthread.h>

int seen;

static void* compute(void* result) {
  *(int*)result = 5;
  return 0;
}

int main(void) {
  int result = 0;
  pthread_t thread;
  pthread_create(&thread, 0, compute, &result);
  pthread_join(thread, 0);
  seen = result;
}
