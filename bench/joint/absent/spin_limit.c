// REPAIRED: It is counted in 16 bits.
// INPUT: start 16 bits: the first ticket
// WITNESS: start=0x1FF
#include <pthread.h>
#include <sched.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_ushort next_ticket;
static atomic_ushort served;
static atomic_int inside;

static void lock_ticket(void) {
  const uint16_t mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&served) != mine) sched_yield();
}

static void unlock_ticket(void) {
  const uint16_t now = atomic_load(&served);
  const uint16_t following = (uint16_t)(now + 1);
  atomic_store(&served, following);
}

static void* work(void* unused) {
  lock_ticket();
  atomic_store(&inside, 1);
  atomic_store(&inside, 0);
  unlock_ticket();
  return unused;
}

/* Waits for the worker to leave, if it is there. */
static void* visit(void* unused) {
  if (!atomic_load(&inside)) return unused;
  lock_ticket();
  unlock_ticket();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  uint16_t start = 0;
  sleave_symbolic(&start, sizeof start, "start");
  atomic_store(&next_ticket, start);
  atomic_store(&served, start);
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, visit, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
