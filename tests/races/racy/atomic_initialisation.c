// RACE: An atomic object is initialised while another thread already uses it.
// WHY: atomic_init is not an atomic operation.
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;
int seen;

static void* initialise(void* unused) {
  atomic_init(&counter, 5);  // race: write
  return unused;
}

static void* use(void* unused) {
  seen = atomic_load(&counter);  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, initialise, 0);
  pthread_create(&threads[1], 0, use, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
