// FREE: C11 threads with a plain and a timed mutex.
// WHY: mtx_unlock synchronizes with the next successful lock, also by mtx_trylock and mtx_timedlock.
#include <threads.h>
#include <time.h>

mtx_t lock;
int data;

static int update(void* unused) {
  (void)unused;
  mtx_lock(&lock);
  ++data;
  mtx_unlock(&lock);
  if (mtx_trylock(&lock) == thrd_success) {
    ++data;
    mtx_unlock(&lock);
  }
  return 0;
}

static int timed_update(void* unused) {
  (void)unused;
  struct timespec limit;
  timespec_get(&limit, TIME_UTC);
  limit.tv_sec += 100;
  if (mtx_timedlock(&lock, &limit) != thrd_success) return 1;
  ++data;
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  mtx_init(&lock, mtx_timed);
  thrd_create(&threads[0], update, 0);
  thrd_create(&threads[1], timed_update, 0);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], 0);
  mtx_destroy(&lock);
}
