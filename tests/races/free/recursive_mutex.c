// FREE: A recursive mutex is locked twice; the data is used after the first of two unlocks.
// WHY: The mutex is held until the last unlock.
#include <pthread.h>

pthread_mutex_t lock;
int data;

static void* update(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  ++data;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  pthread_mutex_destroy(&lock);
}
