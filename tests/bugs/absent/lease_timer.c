// REPAIRED: A lock keeps both together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;
static atomic_int expired, writing;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* end_lease(void* unused) {
  uint64_t times;
  if (read(timer, &times, sizeof times) != sizeof times) return unused;
  pthread_mutex_lock(&lock);
  atomic_store(&expired, 1);
  assert(!atomic_load(&writing));
  pthread_mutex_unlock(&lock);
  return unused;
}

static void write_if_ours(void) {
  pthread_mutex_lock(&lock);
  if (!atomic_load(&expired)) {
    atomic_store(&writing, 1);
    atomic_store(&writing, 0);
  }
  pthread_mutex_unlock(&lock);
}

int main(void) {
  const struct itimerspec minute = {{0, 0}, {60, 0}};
  pthread_t thread;
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  timerfd_settime(timer, 0, &minute, NULL);
  pthread_create(&thread, NULL, end_lease, NULL);
  write_if_ours();
  pthread_join(thread, NULL);
}
