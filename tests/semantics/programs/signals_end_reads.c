/* COVERS: signals and descriptors: read, poll, select, epoll and ppoll with a mask; the self-pipe; SA_RESTART. */
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

#include "say.h"

static int quiet[2], self_pipe[2];
static sem_t ready;
static atomic_int taken;

static void take(int number) {
  (void)number;
  if (write(self_pipe[1], "x", 1) == 1) atomic_fetch_add(&taken, 1);
}

static void install(int flags) {
  struct sigaction action = {0};
  action.sa_handler = take;
  action.sa_flags = flags;
  sigaction(SIGUSR1, &action, NULL);
}

static void* in_read(void* argument) {
  char byte;
  sem_post(&ready);
  RESULT(read(quiet[0], &byte, 1));
  return argument;
}

static void* in_poll(void* argument) {
  struct pollfd one = {quiet[0], POLLIN, 0};
  sem_post(&ready);
  RESULT(poll(&one, 1, -1));
  return argument;
}

static void* in_select(void* argument) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(quiet[0], &set);
  sem_post(&ready);
  RESULT(select(quiet[0] + 1, &set, NULL, NULL, NULL));
  return argument;
}

static void* in_epoll(void* argument) {
  struct epoll_event event = {.events = EPOLLIN};
  const int set = epoll_create1(0);
  epoll_ctl(set, EPOLL_CTL_ADD, quiet[0], &event);
  sem_post(&ready);
  RESULT(epoll_wait(set, &event, 1, -1));
  close(set);
  return argument;
}

/* Blocked but in ppoll: whenever the signal comes, it ends the wait. */
static void* in_ppoll(void* argument) {
  sigset_t blocked, open;
  sigemptyset(&open);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
  sem_post(&ready);
  RESULT(ppoll(NULL, 0, NULL, &open));
  return argument;
}

static void* with_self_pipe(void* argument) {
  struct pollfd both[2] = {{quiet[0], POLLIN, 0}, {self_pipe[0], POLLIN, 0}};
  sem_post(&ready);
  int result;
  do result = poll(both, 2, -1);
  while (result < 0 && errno == EINTR);
  VALUE(result);
  VALUE(both[1].revents == POLLIN);
  return argument;
}

static void interrupt(void* (*routine)(void*), int restart) {
  pthread_t thread;
  char byte;
  install(restart ? SA_RESTART : 0);
  pthread_create(&thread, NULL, routine, NULL);
  sem_wait(&ready);
  usleep(20000);
  pthread_kill(thread, SIGUSR1);
  if (routine == in_read && restart) {
    usleep(20000);
    if (write(quiet[1], "y", 1) != 1) say("cannot write");
  }
  pthread_join(thread, NULL);
  RESULT(read(self_pipe[0], &byte, 1));
}

int main(void) {
  sem_init(&ready, 0, 0);
  if (pipe(quiet) != 0 || pipe(self_pipe) != 0) return 1;
  interrupt(in_read, 0);
  interrupt(in_read, 1);
  interrupt(in_poll, 1);
  interrupt(in_select, 1);
  interrupt(in_epoll, 1);
  interrupt(in_ppoll, 0);
  interrupt(with_self_pipe, 0);
  VALUE(taken);
  return 0;
}
