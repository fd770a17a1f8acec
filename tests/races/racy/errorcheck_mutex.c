// RACE: A second lock of an error-checking mutex fails, but is given back as if it had succeeded.
// WHY: The first unlock releases the mutex; the access after it is unprotected.
#include <pthread.h>

pthread_mutex_t lock;
int data;

static void* update(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock); /* EDEADLK */
  pthread_mutex_unlock(&lock);
  ++data;  // race: write
  return unused;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &kind);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
