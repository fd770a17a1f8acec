// REPAIRED: A change wakes all who sleep.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WOKEN 1000

static atomic_uint turn;
static atomic_uint asleep;

static void* wait_for_turn(void* number) {
  const unsigned mine = (unsigned)(unsigned long)number;
  atomic_fetch_add(&asleep, 1);
  for (unsigned seen; (seen = atomic_load(&turn)) < mine;) {
    syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
  }
  return NULL;
}

static void give_turn(unsigned number) {
  atomic_store(&turn, number);
  syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, WOKEN, NULL, NULL, 0);
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, wait_for_turn, (void*)1ul);
  pthread_create(&second, NULL, wait_for_turn, (void*)2ul);
  while (atomic_load(&asleep) != 2) sched_yield();
  give_turn(1);
  pthread_join(first, NULL);
  give_turn(2);
  pthread_join(second, NULL);
  return 0;
}
