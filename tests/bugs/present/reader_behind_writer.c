// BUG: A reader read-locks again while a writer waits, and the lock prefers writers.
// EXPECT: deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int value;

static int get(void) {
  pthread_rwlock_rdlock(&lock);
  const int now = value;
  pthread_rwlock_unlock(&lock);
  return now;
}

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&lock);
  const int before = value;
  if (get() != before) return 0;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* writer(void* unused) {
  pthread_rwlock_wrlock(&lock);
  ++value;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, writer, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
