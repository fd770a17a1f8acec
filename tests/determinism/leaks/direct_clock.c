// LEAK: syscall
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_long when;

static void* look(void* unused) {
  (void)unused;
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  atomic_store(&when, now.tv_nsec);  // DIFFERS
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, look, NULL);
  pthread_join(other, NULL);
  return atomic_load(&when) == 0;
}
