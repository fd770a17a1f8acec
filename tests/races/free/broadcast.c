// FREE: Several consumers are woken at once and count themselves under the lock.
// WHY: Each woken thread holds the mutex while it counts.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int opened;
int passed;

static void* pass(void* unused) {
  pthread_mutex_lock(&lock);
  while (!opened) pthread_cond_wait(&condition, &lock);
  ++passed;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, pass, 0);
  pthread_mutex_lock(&lock);
  opened = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
