/* COVERS: signalfd: errors, records, order, poll, epoll, blocking reads, a changed mask, threads with signals of their own */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

static sigset_t set_of(int first, int second) {
  sigset_t set;
  sigemptyset(&set);
  if (first != 0) sigaddset(&set, first);
  if (second != 0) sigaddset(&set, second);
  return set;
}

static void say_record(const char* when, const struct signalfd_siginfo* record) {
  printf("%s: %s, code %d, value %d, from itself %d\n", when, sigabbrev_np((int)record->ssi_signo), record->ssi_code,
         record->ssi_int, record->ssi_pid == (uint32_t)getpid());
  fflush(stdout);
}

static void errors(int descriptor) {
  const sigset_t set = set_of(SIGUSR1, 0);
  struct signalfd_siginfo record;
  RESULT(signalfd(-1, &set, 0x100));
  RESULT(signalfd(0x7000, &set, 0));
  RESULT(signalfd(1, &set, 0));
  RESULT(read(descriptor, &record, sizeof record - 1));
  RESULT(read(descriptor, &record, sizeof record));
  RESULT(write(descriptor, &record, sizeof record));
}

static void records(int descriptor) {
  struct signalfd_siginfo many[3];
  const union sigval value = {.sival_int = 42};
  struct pollfd one = {descriptor, POLLIN, 0};
  RESULT(poll(&one, 1, 0));
  RESULT(raise(SIGUSR2));
  RESULT(kill(getpid(), SIGUSR1));
  RESULT(kill(getpid(), SIGUSR1));
  RESULT(poll(&one, 1, 0));
  VALUE(one.revents);
  VALUE(read(descriptor, many, sizeof many) / (ssize_t)sizeof many[0]);
  say_record("own first", &many[0]);
  say_record("then the process'", &many[1]);
  RESULT(poll(&one, 1, 0));
  RESULT(sigqueue(getpid(), SIGUSR1, value));
  VALUE(read(descriptor, many, sizeof many[0] + 1) / (ssize_t)sizeof many[0]);
  say_record("queued", &many[0]);
}

/* Signals that its mask does not name stay. */
static void other_mask(int descriptor) {
  struct signalfd_siginfo record;
  const sigset_t only_second = set_of(SIGUSR2, SIGKILL);
  sigset_t pending;
  VALUE(signalfd(descriptor, &only_second, SFD_NONBLOCK) == descriptor);
  raise(SIGUSR1);
  RESULT(read(descriptor, &record, sizeof record));
  const sigset_t both = set_of(SIGUSR1, SIGUSR2);
  VALUE(signalfd(descriptor, &both, 0) == descriptor);
  VALUE(read(descriptor, &record, sizeof record) == sizeof record);
  say_record("named at last", &record);
  sigpending(&pending);
  VALUE(sigismember(&pending, SIGUSR1));
}

static void through_epoll(int descriptor) {
  const int watch = epoll_create1(0);
  struct epoll_event event = {EPOLLIN | EPOLLOUT | EPOLLET, {.fd = descriptor}};
  RESULT(epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event));
  RESULT(epoll_wait(watch, &event, 1, 0));
  raise(SIGUSR1);
  RESULT(epoll_wait(watch, &event, 1, -1));
  VALUE(event.events);
  RESULT(epoll_wait(watch, &event, 1, 0));
  struct signalfd_siginfo record;
  VALUE(read(descriptor, &record, sizeof record) == sizeof record);
  RESULT(close(watch));
}

static void* sends_later(void* unused) {
  usleep(10000);
  kill(getpid(), SIGUSR2);
  return unused;
}

static void blocking(void) {
  const sigset_t set = set_of(SIGUSR1, SIGUSR2);
  const int descriptor = signalfd(-1, &set, SFD_CLOEXEC);
  struct signalfd_siginfo record;
  pthread_t other;
  pthread_create(&other, NULL, sends_later, NULL);
  VALUE(read(descriptor, &record, sizeof record) == sizeof record);
  say_record("waited for", &record);
  pthread_join(other, NULL);
  pthread_create(&other, NULL, sends_later, NULL);
  struct pollfd one = {descriptor, POLLIN, 0};
  RESULT(poll(&one, 1, -1));
  pthread_join(other, NULL);
  VALUE(read(descriptor, &record, sizeof record) == sizeof record);
  RESULT(close(descriptor));
}

static void by_timer(void) {
  const sigset_t set = set_of(SIGUSR1, 0);
  const int descriptor = signalfd(-1, &set, 0);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value = {.sival_int = 9}};
  const struct itimerspec soon = {{0, 0}, {0, 5000000}};
  timer_t timer;
  struct signalfd_siginfo record;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &soon, NULL);
  VALUE(read(descriptor, &record, sizeof record) == sizeof record);
  VALUE(record.ssi_code == SI_TIMER && record.ssi_int == 9 && record.ssi_overrun == 0);
  timer_delete(timer);
  RESULT(close(descriptor));
}

static int shared;

static void* reads_its_own(void* unused) {
  struct signalfd_siginfo record;
  pthread_kill(pthread_self(), SIGUSR1);
  VALUE(read(shared, &record, sizeof record) == sizeof record);
  say_record("of this thread", &record);
  return unused;
}

/* A signal of one thread is not for another. */
static void of_threads(void) {
  const sigset_t set = set_of(SIGUSR1, 0);
  struct signalfd_siginfo record;
  pthread_t other;
  shared = signalfd(-1, &set, SFD_NONBLOCK);
  pthread_create(&other, NULL, reads_its_own, NULL);
  pthread_join(other, NULL);
  RESULT(read(shared, &record, sizeof record));
  RESULT(close(shared));
}

int main(void) {
  const sigset_t set = set_of(SIGUSR1, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  const int descriptor = signalfd(-1, &set, SFD_NONBLOCK);
  errors(descriptor);
  records(descriptor);
  other_mask(descriptor);
  through_epoll(descriptor);
  RESULT(close(descriptor));
  blocking();
  by_timer();
  of_threads();
}
