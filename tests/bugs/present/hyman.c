// BUG: Hyman's algorithm of 1966: a thread takes the turn because the other's flag was down; it is up again.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void lock(int me) {
  int other = 1 - me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&turn) != me) {
    while (atomic_load(&wants[other])) sched_yield();
    atomic_store(&turn, me);
  }
}

static void unlock(int me) { atomic_store(&wants[me], 0); }

static void* work(void* number) {
  int me = *(int*)number;
  lock(me);
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
