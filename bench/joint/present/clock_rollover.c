// BUG: The display clock is three words; a reader that comes in the middle of a carry sees a time that never was.
// EXPECT: assertion
// INPUT: start 0..86399 (second of the day)
// WHEN: start % 3600 == 3599
// RARE: 1 in 3,600
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: start=7199
// NEAR: start=7259
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>

enum { DAY = 86400 };

static long start;
static atomic_int hours, minutes, seconds;

static void* tick(void* unused) {
  int s = (int)(start % 60) + 1;
  int m = (int)(start / 60 % 60);
  int h = (int)(start / 3600);
  if (s == 60) {
    s = 0;
    if (++m == 60) {
      m = 0;
      h = (h + 1) % 24;
      atomic_store(&seconds, s);
      atomic_store(&minutes, m);
      atomic_store(&hours, h);
      return unused;
    }
  }
  atomic_store(&minutes, m);
  atomic_store(&seconds, s);
  return unused;
}

/* A watchdog: an hour forwards or backwards is a fault; so near to the carry of a minute it does not look. */
static void* watch(void* unused) {
  const long shown = 3600L * atomic_load(&hours) + 60L * atomic_load(&minutes) + atomic_load(&seconds);
  const long ahead = (shown - start + DAY) % DAY;
  assert(ahead <= 60 || ahead >= DAY - 60);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  start = sleave_range(0, DAY - 1, "start");
  atomic_store(&hours, (int)(start / 3600));
  atomic_store(&minutes, (int)(start / 60 % 60));
  atomic_store(&seconds, (int)(start % 60));
  pthread_create(&threads[0], NULL, tick, NULL);
  pthread_create(&threads[1], NULL, watch, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
