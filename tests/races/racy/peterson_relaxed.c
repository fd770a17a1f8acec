// RACE: Peterson's algorithm with relaxed atomics.
// WHY: Nothing synchronizes, even where the threads happen to exclude each other.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define STORE(object, value) atomic_store_explicit(object, value, memory_order_relaxed)
#define LOAD(object) atomic_load_explicit(object, memory_order_relaxed)

atomic_int wants[2];
atomic_int turn;
int data;

static void* update(void* number) {
  int mine = *(int*)number, other = 1 - mine;
  STORE(&wants[mine], 1);
  STORE(&turn, other);
  while (LOAD(&wants[other]) && LOAD(&turn) == other) sched_yield();
  ++data;  // race: write
  STORE(&wants[mine], 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
