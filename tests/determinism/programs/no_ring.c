// COVERS: io_uring_setup fails as where the kernel does not have it, so that programs take their other way.
#include <errno.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void* ask(void* argument) {
  struct io_uring_params wanted;
  memset(&wanted, 0, sizeof wanted);
  errno = 0;
  if (syscall(SYS_io_uring_setup, 8, &wanted) != -1 || errno != ENOSYS) abort();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  ask(NULL);
  return pthread_join(thread, NULL);
}
