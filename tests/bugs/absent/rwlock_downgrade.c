// REPAIRED: What must stay the same is checked under the write lock.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version;

static void* publish(void* unused) {
  pthread_rwlock_wrlock(&lock);
  int mine = ++version;
  assert(version == mine);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, publish, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
