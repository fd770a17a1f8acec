// BUG: A writer gives up the write lock to take the read lock; another writer comes in between.
// EXPECT: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version;

static void* publish(void* unused) {
  pthread_rwlock_wrlock(&lock);
  int mine = ++version;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  assert(version == mine);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, publish, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
