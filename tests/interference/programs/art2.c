// Threads add powers of ten to one number without a lock, each a power that is an input, and look whether every thread
// has added one. With n threads that takes n - 1 interferences: each reads what another has made so far.
//
// SIDES: 3 1
// FAILS: assertion with 1 interference
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int x;
static const int kPowers[] = {1, 10, 100, 1000, 10000, 100000};
static const int kOnes[] = {0, 1, 11, 111, 1111, 11111, 111111};

static void* add(void* unused) {
  (void)unused;
  unsigned char which;
  sleave_symbolic(&which, sizeof which, "power");
  if (which > 5) return 0;
  for (int i = 0; i < 3; ++i) {
    const int before = atomic_load_explicit(&x, memory_order_relaxed);
    assert(before != kOnes[THREADS]);
    atomic_store_explicit(&x, before + kPowers[which], memory_order_relaxed);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return 0;
}
