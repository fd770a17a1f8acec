// BUG: An event is pulsed: set, waiters woken, reset. A waiter that was on its way finds it reset and waits for ever.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t pulsed = PTHREAD_COND_INITIALIZER;
static int set;

static void* wait_for_pulse(void* unused) {
  pthread_mutex_lock(&lock);
  while (!set) pthread_cond_wait(&pulsed, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* pulse(void* unused) {
  pthread_mutex_lock(&lock);
  set = 1;
  pthread_cond_broadcast(&pulsed);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  set = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, wait_for_pulse, 0);
  pthread_create(&threads[1], 0, pulse, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
