// BUG: A worker that finds the queue closed ends without unlocking.
// EXPECT: lock_held_at_exit
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int closed;

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  if (atomic_load(&closed)) return unused;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  atomic_store(&closed, 1);
  pthread_join(thread, 0);
}
