// REPAIRED: A clean-up handler unlocks.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void* worker(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    ++work;
    usleep(10);
    pthread_cleanup_pop(1);
    usleep(1000);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
}
