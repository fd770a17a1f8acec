// BUG: the counter is loaded and stored by two pieces of assembly, so one increment can overwrite another
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>

static int counter;

static int load(const int* from) {
  int value;
  __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
  return value;
}

static void store(int* to, int value) { __asm__ volatile("movl %1, %0" : "=m"(*to) : "r"(value) : "memory"); }

static void* increment(void* nothing) {
  store(&counter, load(&counter) + 1);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 2);
}
