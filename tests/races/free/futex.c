// FREE: A thread waits by the futex system call; the word itself is stored with release and loaded with acquire.
// WHY: The atomic word synchronizes; the system call only saves time.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_int ready;
int message;
int seen;

static void* send(void* unused) {
  message = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  syscall(SYS_futex, &ready, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  return unused;
}

static void* receive(void* unused) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    syscall(SYS_futex, &ready, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  }
  seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
