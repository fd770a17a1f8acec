// RACE: The result of a trylock is not looked at.
// SCHEDULE: some; the trylock must fail.
// WHY: A trylock that fails synchronizes with nothing.
#include <pthread.h>
#include <sched.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data;

static void* update(void* unused) {
  int result = pthread_mutex_trylock(&lock);
  ++data;  // race: write
  sched_yield();
  if (result == 0) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
