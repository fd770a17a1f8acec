// RACE: Two threads change a variable while they hold a read lock.
// WHY: Read locks are held together and do not order their holders.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int hits;

static void* look_up(void* unused) {
  pthread_rwlock_rdlock(&lock);
  ++hits;  // race: write
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, look_up, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
