// LEAK: syscall
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long key;

static void* draw(void* unused) {
  (void)unused;
  long value = 0;
  const int device = (int)syscall(SYS_openat, AT_FDCWD, "/proc/sys/kernel/random/uuid", O_RDONLY);
  syscall(SYS_pread64, device, &value, sizeof value, 0L);
  atomic_store(&key, value);  // DIFFERS
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, draw, NULL);
  pthread_join(other, NULL);
  return atomic_load(&key) == 0;
}
