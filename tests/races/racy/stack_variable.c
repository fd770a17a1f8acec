// RACE: A thread writes to a local variable of its creator, which reads it before the join.
// WHY: Nothing orders the read before or after the write.
#include <pthread.h>

int seen;

static void* compute(void* result) {
  *(int*)result = 5;  // race: write
  return 0;
}

int main(void) {
  int result = 0;
  pthread_t thread;
  pthread_create(&thread, 0, compute, &result);
  seen = result;  // race: read
  pthread_join(thread, 0);
}
