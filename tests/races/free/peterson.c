// FREE: Peterson's algorithm with sequentially consistent atomics.
// WHY: It excludes, and the loads that let a thread in read stores of the other that are releases.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int wants[2];
atomic_int turn;
int data;

static void* update(void* number) {
  int mine = *(int*)number, other = 1 - mine;
  wants[mine] = 1;
  turn = other;
  while (wants[other] && turn == other) sched_yield();
  ++data;
  wants[mine] = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
