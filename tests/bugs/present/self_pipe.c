// BUG: A worker clears its wake-up pipe after it looked at the stop flag, and so throws the last wake-up away.
// EXPECT: deadlock
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int wake[2];
static atomic_int stop;

static void clear(void) {
  char bytes[16];
  while (read(wake[0], bytes, sizeof bytes) > 0) continue;
}

static void* worker(void* unused) {
  for (;;) {
    struct pollfd one = {wake[0], POLLIN, 0};
    if (atomic_load(&stop)) break;
    clear();
    poll(&one, 1, -1);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe2(wake, O_NONBLOCK) != 0) return 1;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&stop, 1);
  if (write(wake[1], "w", 1) != 1) return 1;
  pthread_join(thread, NULL);
}
