// FREE: A message between C11 threads by cnd_t, and a result by thrd_join.
// WHY: cnd_wait takes the mutex again; the end of a thread synchronizes with its join.
#include <threads.h>

mtx_t lock;
cnd_t condition;
int message;
int seen;

static int produce(void* unused) {
  (void)unused;
  mtx_lock(&lock);
  message = 1;
  cnd_signal(&condition);
  mtx_unlock(&lock);
  return 0;
}

static int consume(void* unused) {
  (void)unused;
  mtx_lock(&lock);
  while (!message) cnd_wait(&condition, &lock);
  seen = message;
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  mtx_init(&lock, mtx_plain);
  cnd_init(&condition);
  thrd_create(&threads[0], produce, 0);
  thrd_create(&threads[1], consume, 0);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], 0);
  return seen != message;
}
