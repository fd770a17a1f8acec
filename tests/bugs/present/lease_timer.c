// BUG: The owner of a lease looks whether it has run out and then writes; it may run out between the two.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;
static atomic_int expired, writing;

static void* end_lease(void* unused) {
  uint64_t times;
  if (read(timer, &times, sizeof times) != sizeof times) return unused;
  atomic_store(&expired, 1);
  assert(!atomic_load(&writing));
  return unused;
}

static void write_if_ours(void) {
  if (atomic_load(&expired)) return;
  atomic_store(&writing, 1);
  atomic_store(&writing, 0);
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
