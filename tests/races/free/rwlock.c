// FREE: Two readers hold the read lock, the writer holds the write lock.
// WHY: Unlock of either kind synchronizes with a later write lock, unlock of the writer with any later lock.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;
int seen[2];

static void* look_up(void* result) {
  pthread_rwlock_rdlock(&lock);
  *(int*)result = value;
  pthread_rwlock_unlock(&lock);
  return 0;
}

static void* change(void* unused) {
  pthread_rwlock_wrlock(&lock);
  ++value;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, look_up, &seen[0]);
  pthread_create(&threads[1], 0, change, 0);
  pthread_create(&threads[2], 0, look_up, &seen[1]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
