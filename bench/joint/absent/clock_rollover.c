// REPAIRED: The time is one word.
// INPUT: start 0..86399 (second of the day)
// WITNESS: start=7199
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>

enum { DAY = 86400 };

static long start;
static atomic_int now;

static void* tick(void* unused) {
  atomic_store(&now, (int)((start + 1) % DAY));
  return unused;
}

/* A watchdog: an hour forwards or backwards is a fault; so near to the carry of a minute it does not look. */
static void* watch(void* unused) {
  const long shown = atomic_load(&now);
  const long ahead = (shown - start + DAY) % DAY;
  assert(ahead <= 60 || ahead >= DAY - 60);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  start = sleave_range(0, DAY - 1, "start");
  atomic_store(&now, (int)start);
  pthread_create(&threads[0], NULL, tick, NULL);
  pthread_create(&threads[1], NULL, watch, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
