// RACE: The destructor of thread-specific data writes a variable that another thread reads.
// WHY: The end of one thread is not ordered with the work of the other.
#include <pthread.h>

pthread_key_t key;
int closed;
int seen;

static void destroy(void* value) {
  *(int*)value = 1;  // race: write
}

static void* work(void* unused) {
  pthread_setspecific(key, &closed);
  return unused;
}

static void* look(void* unused) {
  seen = closed;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_key_create(&key, destroy);
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, look, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
