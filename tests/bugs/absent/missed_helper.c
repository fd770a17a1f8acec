// REPAIRED: It looks for the helper after the worker has ended.
// OPTIONS: --fail-on-leak
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first, second;
static atomic_int second_runs;

static void* help(void* unused) { return unused; }

// Gets a helper for the larger half of its work.
static void* work(void* unused) {
  pthread_create(&second, 0, help, 0);
  atomic_store(&second_runs, 1);
  return unused;
}

int main(void) {
  pthread_create(&first, 0, work, 0);
  pthread_join(first, 0);
  if (atomic_load(&second_runs)) pthread_join(second, 0);
}
