// BUG: A timer is cancelled between the poll that reports it and the read, which then waits for ever.
// EXPECT: deadlock
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void* ticker(void* unused) {
  struct pollfd one = {timer, POLLIN, 0};
  uint64_t times;
  if (poll(&one, 1, 50) == 1 && read(timer, &times, sizeof times) < 0) return NULL;
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct itimerspec soon = {{0, 0}, {0, 1000000}};
  const struct itimerspec never = {{0, 0}, {0, 0}};
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  timerfd_settime(timer, 0, &soon, NULL);
  pthread_create(&thread, NULL, ticker, NULL);
  usleep(1000);
  timerfd_settime(timer, 0, &never, NULL);
  pthread_join(thread, NULL);
}
