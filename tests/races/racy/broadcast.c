// RACE: Several consumers are woken at once and count themselves after they released the lock.
// WHY: The increments are outside the critical sections.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int opened;
int passed;

static void* pass(void* unused) {
  pthread_mutex_lock(&lock);
  while (!opened) pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
  ++passed;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, pass, 0);
  pthread_mutex_lock(&lock);
  opened = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
