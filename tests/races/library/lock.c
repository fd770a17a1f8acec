// A lock as libraries have them, compiled without Sleave: its atomics are its own, and it sleeps on a futex.
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

struct Lock {
  atomic_int state;  // 0 free, 1 taken, 2 taken and waited for
};

void library_lock(struct Lock* lock) {
  int free = 0;
  if (atomic_compare_exchange_strong(&lock->state, &free, 1)) return;
  while (atomic_exchange(&lock->state, 2) != 0) syscall(SYS_futex, &lock->state, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
}

void library_unlock(struct Lock* lock) {
  if (atomic_exchange(&lock->state, 0) == 2) syscall(SYS_futex, &lock->state, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}
