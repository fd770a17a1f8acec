// REPAIRED: It unlocks on both ways out.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int closed;

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  const int stop = atomic_load(&closed);
  pthread_mutex_unlock(&lock);
  return stop ? 0 : unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  atomic_store(&closed, 1);
  pthread_join(thread, 0);
}
