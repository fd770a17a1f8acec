// BUG: A home-made lock counts its waiters only after it has looked at the state; the unlock between sees none to wake.
// EXPECT: deadlock
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int held, waiters, changes;

static void lock(void) {
  while (atomic_exchange(&held, 1) == 1) {
    int seen = atomic_load(&changes);
    if (atomic_load(&held) == 0) continue;
    atomic_fetch_add(&waiters, 1);
    syscall(SYS_futex, &changes, FUTEX_WAIT_PRIVATE, seen, 0, 0, 0);
    atomic_fetch_sub(&waiters, 1);
  }
}

static void unlock(void) {
  atomic_store(&held, 0);
  if (atomic_load(&waiters) == 0) return;
  atomic_fetch_add(&changes, 1);
  syscall(SYS_futex, &changes, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static void* work(void* unused) {
  lock();
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
