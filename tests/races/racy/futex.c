// RACE: A thread waits by the futex system call; the word itself is stored and loaded relaxed.
// WHY: Relaxed operations do not synchronize; the wake-up of a futex promises no order of plain memory.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_int ready;
int message;
int seen;

static void* send(void* unused) {
  message = 1;  // race: write
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  syscall(SYS_futex, &ready, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  return unused;
}

static void* receive(void* unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
    syscall(SYS_futex, &ready, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  }
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
