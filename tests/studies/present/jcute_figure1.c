// BUG: x is 2 or 3 when it is compared, and 3 can be 2 * z + 1.
// EXPECT: assertion
// FROM: Sen and Agha, Concolic Testing of Multithreaded Programs (jCUTE), figure 1: found in the fourth execution
// INPUT: z 32 bits
// WHEN: 2 * z + 1 == 3
// RARE: 1 in 2^31
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: z=1
// NEAR: z=2
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint x;
static unsigned z;

static void* t1(void* unused) {
  atomic_store(&x, 3);
  return unused;
}

static void* t2(void* unused) {
  atomic_store(&x, 2);
  assert(2 * z + 1 != atomic_load(&x));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(&z, sizeof z, "z");
  pthread_create(&threads[0], NULL, t1, NULL);
  pthread_create(&threads[1], NULL, t2, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
