/* COVERS: read, write, accept, recv, poll, select, epoll_wait and flock ended by a signal, or going on after it. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "say.h"

static int ends[2];
static char buffer[100000];
static volatile sig_atomic_t handled;

static void handle(int number) {
  (void)number;
  ++handled;
}

static void on_signal(int flags) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = flags};
  sigaction(SIGUSR1, &action, NULL);
}

static pthread_t caller;

static void* signals(void* unused) {
  usleep(200000);
  pthread_kill(caller, SIGUSR1);
  usleep(200000);
  if (write(ends[1], "x", 1) != 1) return unused;
  return NULL;
}

static pthread_t other;
static void begin(void) { pthread_create(&other, NULL, signals, NULL); }
static void end(void) {
  char byte;
  pthread_join(other, NULL);
  VALUE(handled);
  while (recv(ends[0], &byte, 1, MSG_DONTWAIT) == 1) continue;
}

static void reads(void) {
  char byte;
  begin();
  RESULT(read(ends[0], &byte, 1));
  end();
}

static void receives_with_timeout(void) {
  char byte;
  struct timeval time = {10, 0};
  struct timeval none = {0, 0};
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  begin();
  RESULT(recv(ends[0], &byte, 1, 0));
  end();
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
}

static void polls(void) {
  struct pollfd one = {ends[0], POLLIN, 0};
  begin();
  RESULT(poll(&one, 1, -1));
  end();
  begin();
  RESULT(poll(&one, 1, 10000));
  end();
}

static void selects(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  begin();
  RESULT(select(ends[0] + 1, &set, NULL, NULL, NULL));
  VALUE(FD_ISSET(ends[0], &set));
  end();
}

static void epolls(void) {
  struct epoll_event event = {EPOLLIN, {.u32 = 1}};
  const int epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
  begin();
  RESULT(epoll_wait(epoll, &event, 1, -1));
  end();
  close(epoll);
}

static void writes(void) {
  int full[2];
  if (pipe(full) != 0 || write(full[1], buffer, 65536) != 65536) return;
  begin();
  RESULT(write(full[1], buffer, 10));
  end();
  if (read(full[0], buffer, 8192) != 8192) return;
  begin();
  RESULT(write(full[1], buffer, 100000));
  end();
  close(full[0]);
  close(full[1]);
}

int main(void) {
  caller = pthread_self();
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  on_signal(0);
  reads();
  receives_with_timeout();
  polls();
  selects();
  epolls();
  writes();
  on_signal(SA_RESTART);
  reads();
  receives_with_timeout();
  polls();
  selects();
  epolls();
}
