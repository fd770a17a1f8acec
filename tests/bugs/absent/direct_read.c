// REPAIRED: A byte is claimed before it is read.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2];
static atomic_int bytes_there;

static int claim(void) { return atomic_fetch_sub(&bytes_there, 1) > 0; }

static void* take(void* unused) {
  char byte;
  if (!claim()) return unused;
  if (syscall(SYS_read, ends[0], &byte, 1) != 1) return unused;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0 || write(ends[1], "b", 1) != 1) return 1;
  atomic_store(&bytes_there, 1);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
