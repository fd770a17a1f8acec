// FREE: The destructor of thread-specific data writes a result, which the joiner reads.
// WHY: Destructors run before the thread ends, and its end synchronizes with the join.
#include <pthread.h>

pthread_key_t key;
int seen;

static void destroy(void* value) { *(int*)value = 9; }

static void* work(void* result) {
  pthread_setspecific(key, result);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int results[2];
  pthread_key_create(&key, destroy);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &results[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  seen = results[0] + results[1];
}
