// REPAIRED: The reader empties the pipe before it waits for the next edge.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { kMessages = 3 };
static int ends[2];
static int epoll;

static int take(void) {
  char message = 0;
  return read(ends[0], &message, 1) == 1;
}

static void* reader(void* unused) {
  int taken = 0;
  while (taken < kMessages) {
    struct epoll_event event;
    if (epoll_wait(epoll, &event, 1, -1) != 1) continue;
    while (take()) ++taken;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  epoll = epoll_create1(0);
  if (pipe2(ends, O_NONBLOCK) != 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event) != 0) return 1;
  pthread_create(&thread, NULL, reader, NULL);
  for (int i = 0; i < kMessages; ++i) {
    if (write(ends[1], "m", 1) != 1) return 1;
  }
  pthread_join(thread, NULL);
}
