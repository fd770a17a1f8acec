// COVERS: epoll_create, epoll_ctl, epoll_wait and relatives: level, edge, one-shot, exclusive, nesting, errors
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "say.h"

static int pipes[3][2];
static char buffer[100];

static void add(int epoll, int descriptor, unsigned events, int tag) {
  struct epoll_event event = {events, {.u32 = (unsigned)tag}};
  RESULT(epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event));
}

static void show(int epoll, int milliseconds) {
  struct epoll_event events[8];
  const int n = epoll_wait(epoll, events, 8, milliseconds);
  say_result("epoll_wait", n);
  for (int i = 0; i < n; ++i) {
    VALUE(events[i].data.u32);
    VALUE(events[i].events);
  }
}

static void errors(void) {
  struct epoll_event event = {EPOLLIN, {.u32 = 1}};
  RESULT(epoll_create(0));
  RESULT(epoll_create1(1));
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  RESULT(epoll_ctl(epoll, EPOLL_CTL_ADD, -1, &event));
  RESULT(epoll_ctl(epoll, EPOLL_CTL_ADD, epoll, &event));
  RESULT(epoll_ctl(0, EPOLL_CTL_ADD, pipes[0][0], &event));
  RESULT(epoll_ctl(epoll, EPOLL_CTL_MOD, pipes[0][0], &event));
  RESULT(epoll_ctl(epoll, EPOLL_CTL_DEL, pipes[0][0], NULL));
  RESULT(epoll_ctl(epoll, EPOLL_CTL_ADD, pipes[0][0], &event));
  RESULT(epoll_ctl(epoll, EPOLL_CTL_ADD, pipes[0][0], &event));
  RESULT(epoll_wait(epoll, &event, 0, 0));
  RESULT(epoll_wait(pipes[0][0], &event, 1, 0));
  RESULT(epoll_wait(-1, &event, 1, 0));
  RESULT(epoll_wait(epoll, &event, 1, 0));
  RESULT(epoll_wait(epoll, &event, 1, 10));
  RESULT(read(epoll, &event, sizeof event));
  RESULT(close(epoll));
}

static void levels_and_edges(void) {
  const int epoll = epoll_create(1);
  add(epoll, pipes[0][0], EPOLLIN, 10);
  add(epoll, pipes[1][0], EPOLLIN | EPOLLET, 11);
  add(epoll, pipes[2][0], EPOLLIN | EPOLLONESHOT, 12);
  for (int i = 2; i >= 0; --i) RESULT(write(pipes[i][1], "ab", 2));
  show(epoll, 0);
  show(epoll, 0);
  RESULT(write(pipes[1][1], "c", 1));
  RESULT(write(pipes[2][1], "c", 1));
  show(epoll, 0);
  RESULT(read(pipes[0][0], buffer, 1));
  show(epoll, 0);
  RESULT(read(pipes[0][0], buffer, 10));
  RESULT(read(pipes[1][0], buffer, 1));
  show(epoll, 5);
  struct epoll_event again = {EPOLLIN | EPOLLONESHOT, {.u32 = 13}};
  RESULT(epoll_ctl(epoll, EPOLL_CTL_MOD, pipes[2][0], &again));
  show(epoll, -1);
  show(epoll, 0);
  for (int i = 0; i < 3; ++i) RESULT(epoll_ctl(epoll, EPOLL_CTL_DEL, pipes[i][0], NULL));
  RESULT(read(pipes[1][0], buffer, 10));
  RESULT(read(pipes[2][0], buffer, 10));
  RESULT(close(epoll));
}

static void* writes_later(void* descriptor) {
  usleep(10000);
  if (write(*(int*)descriptor, "x", 1) != 1) return descriptor;
  return NULL;
}

static void waits(void) {
  pthread_t other;
  const int inner = epoll_create1(0);
  const int outer = epoll_create1(0);
  add(inner, pipes[0][0], EPOLLIN, 1);
  add(outer, inner, EPOLLIN, 2);
  add(outer, pipes[1][1], EPOLLOUT | EPOLLET, 3);
  show(outer, 0);
  pthread_create(&other, NULL, writes_later, &pipes[0][1]);
  show(outer, -1);
  show(inner, 1000);
  pthread_join(other, NULL);
  RESULT(read(pipes[0][0], buffer, 10));
  struct epoll_event event;
  const struct timespec soon = {0, 5000000};
  RESULT(epoll_pwait2(inner, &event, 1, &soon, NULL));
  RESULT(epoll_pwait(inner, &event, 1, 5, NULL));
  RESULT(close(inner));
  show(outer, 0);
  RESULT(close(outer));
}

static int shared_epoll;
static int counter;

static void* handles_one(void* unused) {
  struct epoll_event event;
  if (epoll_wait(shared_epoll, &event, 1, -1) != 1) return "wait";
  eventfd_t value = 0;
  if (eventfd_read(event.data.fd, &value) != 0 || value != 1) return "read";
  return unused;
}

// Three threads, three units: each handles one, whoever it is.
static void many_waiters(void) {
  pthread_t threads[3];
  shared_epoll = epoll_create1(0);
  counter = eventfd(0, EFD_SEMAPHORE);
  struct epoll_event event = {EPOLLIN | EPOLLEXCLUSIVE, {.fd = counter}};
  RESULT(epoll_ctl(shared_epoll, EPOLL_CTL_ADD, counter, &event));
  RESULT(epoll_ctl(shared_epoll, EPOLL_CTL_MOD, counter, &event));
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, handles_one, NULL);
  for (int i = 0; i < 3; ++i) eventfd_write(counter, 1);
  for (int i = 0; i < 3; ++i) {
    void* wrong = NULL;
    pthread_join(threads[i], &wrong);
    VALUE(wrong == NULL);
  }
  RESULT(close(counter));
  RESULT(close(shared_epoll));
}

int main(void) {
  for (int i = 0; i < 3; ++i) {
    if (pipe(pipes[i]) != 0) return 1;
  }
  errors();
  levels_and_edges();
  waits();
  many_waiters();
}
