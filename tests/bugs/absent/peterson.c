// REPAIRED: The flag is raised before the turn is given away.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int interested[2];
static atomic_int turn;
static atomic_int inside;

static void enter(int self) {
  int other = 1 - self;
  atomic_store(&interested[self], 1);
  atomic_store(&turn, other);
  while (atomic_load(&interested[other]) && atomic_load(&turn) == other) sched_yield();
}

static void leave(int self) { atomic_store(&interested[self], 0); }

static void* visit(void* argument) {
  int self = *(const int*)argument;
  enter(self);
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  leave(self);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  const int names[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, visit, (void*)&names[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
