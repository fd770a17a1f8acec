// COVERS: timerfd_create, timerfd_settime, timerfd_gettime: one-shot, interval, absolute, poll, epoll, errors
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

static const struct itimerspec off;

static struct itimerspec in_milliseconds(long first, long then) {
  const struct itimerspec setting = {{then / 1000, then % 1000 * 1000000}, {first / 1000, first % 1000 * 1000000}};
  return setting;
}

static void errors(void) {
  uint64_t times = 0;
  const struct itimerspec wrong = {{0, 0}, {0, 1000000000}};
  struct itimerspec left;
  RESULT(timerfd_create(99, 0));
  RESULT(timerfd_create(CLOCK_PROCESS_CPUTIME_ID, 0));
  RESULT(timerfd_create(CLOCK_MONOTONIC, 0x10000));
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  RESULT(timerfd_settime(timer, 0, &wrong, NULL));
  RESULT(timerfd_settime(timer, 0x80, &off, NULL));
  RESULT(timerfd_settime(-1, 0, &off, NULL));
  RESULT(timerfd_settime(0, 0, &off, NULL));
  RESULT(timerfd_gettime(0, &left));
  RESULT(timerfd_gettime(timer, &left));
  VALUE(left.it_value.tv_sec + left.it_value.tv_nsec + left.it_interval.tv_nsec);
  RESULT(read(timer, &times, sizeof times));
  RESULT(read(timer, &times, 4));
  RESULT(write(timer, &times, sizeof times));
  struct pollfd one = {timer, POLLIN, 0};
  RESULT(poll(&one, 1, 3));
  RESULT(close(timer));
}

static void expirations(void) {
  uint64_t times = 0;
  struct itimerspec setting = in_milliseconds(20, 0);
  struct itimerspec left;
  const int timer = timerfd_create(CLOCK_REALTIME, 0);
  RESULT(timerfd_settime(timer, 0, &setting, NULL));
  RESULT(timerfd_gettime(timer, &left));
  VALUE(left.it_value.tv_nsec > 0 && left.it_value.tv_nsec <= 20000000);
  RESULT(read(timer, &times, sizeof times));
  VALUE(times);
  setting = in_milliseconds(10, 10);
  RESULT(timerfd_settime(timer, 0, &setting, &left));
  VALUE(left.it_value.tv_nsec);
  RESULT(read(timer, &times, sizeof times));
  VALUE(times >= 1);
  usleep(45000);
  RESULT(read(timer, &times, sizeof times));
  VALUE(times >= 3);
  usleep(15000);
  RESULT(timerfd_settime(timer, 0, &off, &left));
  VALUE(left.it_interval.tv_nsec);
  struct pollfd one = {timer, POLLIN, 0};
  RESULT(poll(&one, 1, 20));
  struct itimerspec past = {{0, 0}, {1, 0}};
  RESULT(timerfd_settime(timer, TFD_TIMER_ABSTIME, &past, NULL));
  RESULT(read(timer, &times, sizeof times));
  VALUE(times);
  RESULT(close(timer));
}

static int shared;

static void* sets_later(void* unused) {
  struct itimerspec setting = in_milliseconds(5, 0);
  usleep(10000);
  timerfd_settime(shared, 0, &setting, NULL);
  return unused;
}

static void set_by_another(void) {
  pthread_t other;
  struct epoll_event event = {EPOLLIN | EPOLLET, {.u32 = 9}};
  shared = timerfd_create(CLOCK_BOOTTIME, 0);
  const int epoll = epoll_create1(0);
  RESULT(epoll_ctl(epoll, EPOLL_CTL_ADD, shared, &event));
  pthread_create(&other, NULL, sets_later, NULL);
  RESULT(epoll_wait(epoll, &event, 1, -1));
  VALUE(event.events);
  pthread_join(other, NULL);
  RESULT(epoll_wait(epoll, &event, 1, 5));
  RESULT(close(shared));
  RESULT(close(epoll));
}

int main(void) {
  errors();
  expirations();
  set_by_another();
}
