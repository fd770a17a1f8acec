// REPAIRED: The other thread stores an even number too.
// FROM: Sen and Agha, Concolic Testing of Multithreaded Programs (jCUTE), figure 1: found in the fourth execution
// INPUT: z 32 bits
// WITNESS: z=1
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint x;
static unsigned z;

static void* t1(void* unused) {
  atomic_store(&x, 4);
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
