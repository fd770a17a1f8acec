// FREE: A second lock of an error-checking mutex fails and is not given back.
// WHY: The mutex stays held until the only unlock.
#include <pthread.h>

pthread_mutex_t lock;
int data;

static void* update(void* unused) {
  pthread_mutex_lock(&lock);
  if (pthread_mutex_lock(&lock) == 0) pthread_mutex_unlock(&lock);
  ++data;
  pthread_mutex_unlock(&lock);
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
