// REPAIRED: one locked instruction
#include <assert.h>
#include <pthread.h>

static int counter;

static void* increment(void* nothing) {
  __asm__ volatile("lock; incl %0" : "+m"(counter) : : "memory");
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 2);
}
