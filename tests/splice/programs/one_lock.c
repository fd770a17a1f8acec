// As between_locks, but set and used under one lock: no segment fits, and one side is never taken.
//
// SIDES: 3 alone, 3 in all
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int limit;

static void* user(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  limit = 5;
  if (limit > 5) assert(!"above the limit");
  pthread_mutex_unlock(&lock);
  return 0;
}

static void* setter(void* unused) {
  (void)unused;
  unsigned char wish;
  sleave_symbolic(&wish, sizeof wish, "wish");
  pthread_mutex_lock(&lock);
  if (wish == 77) limit = wish;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, user, 0);
  pthread_create(&threads[1], 0, setter, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
