// REPAIRED: A thread says that it is choosing, and the others wait until it has chosen.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int number[2], choosing[2], inside;

static void lock(int me) {
  int other = 1 - me;
  atomic_store(&choosing[me], 1);
  int mine = atomic_load(&number[other]) + 1;
  atomic_store(&number[me], mine);
  atomic_store(&choosing[me], 0);
  while (atomic_load(&choosing[other])) sched_yield();
  for (;;) {
    int theirs = atomic_load(&number[other]);
    if (theirs == 0 || theirs > mine || (theirs == mine && other > me)) return;
    sched_yield();
  }
}

static void unlock(int me) { atomic_store(&number[me], 0); }

static void* work(void* number_of_thread) {
  int me = *(int*)number_of_thread;
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
