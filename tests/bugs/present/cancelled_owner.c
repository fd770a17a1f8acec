// BUG: The worker can be cancelled in sleep while it holds the lock, and has no clean-up handler.
// EXPECT: lock_held_at_exit
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void* worker(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    ++work;
    usleep(10);
    pthread_mutex_unlock(&lock);
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
