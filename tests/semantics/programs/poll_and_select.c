// COVERS: poll, ppoll, select, pselect: results, time-outs, wake-ups by other threads, errors
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

static int a[2];
static int b[2];

static void* writes_later(void* descriptor) {
  usleep(20000);
  if (write(*(int*)descriptor, "x", 1) != 1) return descriptor;
  return NULL;
}

static void* closes_later(void* descriptor) {
  usleep(20000);
  close(*(int*)descriptor);
  return NULL;
}

static void polls(void) {
  pthread_t other;
  char byte;
  struct pollfd set[3] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}, {b[1], 0, 0}};
  RESULT(poll(set, 3, 0));
  RESULT(poll(set, 3, 15));
  RESULT(poll(NULL, 0, 5));
  pthread_create(&other, NULL, writes_later, &b[1]);
  RESULT(poll(set, 3, -1));
  VALUE(set[0].revents);
  VALUE(set[1].revents);
  pthread_join(other, NULL);
  RESULT(poll(set, 3, 1000));
  RESULT(read(b[0], &byte, 1));
  RESULT(poll(set, 3, 0));
  struct pollfd odd[4] = {{-1, POLLIN, 0}, {777, POLLIN, 0}, {a[1], POLLIN | POLLOUT, 0}, {a[0], POLLOUT, 0}};
  RESULT(poll(odd, 4, -1));
  for (int i = 0; i < 4; ++i) VALUE(odd[i].revents);
  const struct timespec soon = {0, 5000000};
  const struct timespec wrong = {0, 1000000000};
  sigset_t none;
  sigemptyset(&none);
  RESULT(ppoll(set, 2, &soon, &none));
  RESULT(ppoll(set, 2, &wrong, NULL));
  const int copy = dup(a[1]);
  close(a[1]);
  pthread_create(&other, NULL, closes_later, (int*)&copy);
  RESULT(ppoll(set, 2, NULL, NULL));
  VALUE(set[0].revents);
  pthread_join(other, NULL);
}

static void selects(void) {
  pthread_t other;
  fd_set in;
  fd_set out;
  char byte;
  struct timeval time = {0, 10000};
  FD_ZERO(&in);
  FD_SET(b[0], &in);
  RESULT(select(b[0] + 1, &in, NULL, NULL, &time));
  VALUE(FD_ISSET(b[0], &in));
  VALUE(time.tv_sec + time.tv_usec);
  RESULT(select(0, NULL, NULL, NULL, &time));
  FD_SET(b[0], &in);
  pthread_create(&other, NULL, writes_later, &b[1]);
  RESULT(select(b[0] + 1, &in, NULL, NULL, NULL));
  VALUE(FD_ISSET(b[0], &in));
  pthread_join(other, NULL);
  FD_ZERO(&out);
  FD_SET(b[1], &out);
  RESULT(select(b[1] + 1, &in, &out, NULL, NULL));
  VALUE(FD_ISSET(b[1], &out));
  RESULT(read(b[0], &byte, 1));
  const struct timespec soon = {0, 5000000};
  RESULT(pselect(b[1] + 1, &in, NULL, NULL, &soon, NULL));
  FD_ZERO(&in);
  FD_SET(60, &in);
  RESULT(select(61, &in, NULL, NULL, NULL));
  RESULT(select(-1, NULL, NULL, NULL, NULL));
  time.tv_sec = -1;
  RESULT(select(0, NULL, NULL, NULL, &time));
}

// How long a time-out takes, in the program's own time.
static void time_passes(void) {
  struct timespec before;
  struct timespec after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  poll(NULL, 0, 30);
  clock_gettime(CLOCK_MONOTONIC, &after);
  const long passed = (after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
  VALUE(passed >= 30);
}

int main(void) {
  if (pipe(a) != 0 || pipe(b) != 0) return 1;
  polls();
  selects();
  time_passes();
}
