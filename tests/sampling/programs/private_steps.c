// One thread makes STEPS events at an object of its own, and then one at an object that the other thread uses at once.
// The exit code is 0 if the first thread came first there.
//
// Under pos the other thread's event has one priority b in (0, 1) throughout, since nothing races with it; the first
// thread comes first if each of its STEPS + 1 draws is above: the integral of (1-b)^(STEPS+1), which is 1 / (STEPS +
// 2).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, shared;
static int before;

static void* slow(void* unused) {
  for (int i = 0; i < STEPS; ++i) atomic_fetch_add(&mine, 1);
  before = atomic_fetch_add(&shared, 1);
  return unused;
}

static void* fast(void* unused) {
  atomic_fetch_add(&shared, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, slow, 0);
  pthread_create(&threads[1], 0, fast, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return before;
}
