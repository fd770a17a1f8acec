// COVERS: Servers with an epoll loop in each thread, clients over loopback, wake-ups by eventfd, ports and numbers.
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { kLoops = 2, kClients = 2, kRequests = 3 };

static int listener;
static int stop;
static struct sockaddr_in address = {.sin_family = AF_INET};
static atomic_ulong numbers;  // everything the kernel chose, so that a difference is seen

static void note(long number) { atomic_fetch_add(&numbers, (unsigned long)number * 31 + 7); }

static void watch(int epoll, int descriptor) {
  struct epoll_event event = {EPOLLIN | EPOLLET, {.fd = descriptor}};
  epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static void take_connections(int epoll) {
  for (;;) {
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    const int connection = accept4(listener, (struct sockaddr*)&from, &size, SOCK_NONBLOCK);
    if (connection < 0) return;
    note(connection);
    note(from.sin_port);
    watch(epoll, connection);
  }
}

static void answer(int connection) {
  char request[8];
  for (;;) {
    const ssize_t n = recv(connection, request, sizeof request, 0);
    if (n < 0) return;
    if (n == 0) {
      close(connection);
      return;
    }
    if (send(connection, request, (size_t)n, MSG_NOSIGNAL) != n) return;
  }
}

static void* loop(void* unused) {
  const int epoll = epoll_create1(0);
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  const struct itimerspec often = {{0, 300000}, {0, 100000}};
  timerfd_settime(timer, 0, &often, NULL);
  watch(epoll, listener);
  watch(epoll, stop);
  watch(epoll, timer);
  for (;;) {
    struct epoll_event events[4];
    const int n = epoll_wait(epoll, events, 4, 10);
    for (int i = 0; i < n; ++i) {
      note(events[i].data.fd);
      uint64_t ticks = 0;
      if (events[i].data.fd == stop) return unused;
      if (events[i].data.fd == listener)
        take_connections(epoll);
      else if (events[i].data.fd == timer)
        note(read(timer, &ticks, sizeof ticks));
      else
        answer(events[i].data.fd);
    }
  }
}

static void* client(void* unused) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr*)&address, sizeof address) != 0) return NULL;
  for (int i = 0; i < kRequests; ++i) {
    char reply[8];
    if (send(connection, "request", 7, 0) != 7) return NULL;
    note(recv(connection, reply, 7, MSG_WAITALL));
  }
  close(connection);
  return unused;
}

int main(void) {
  pthread_t loops[kLoops];
  pthread_t clients[kClients];
  socklen_t size = sizeof address;
  listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  stop = eventfd(0, 0);
  if (listen(listener, 8) != 0 || getsockname(listener, (struct sockaddr*)&address, &size) != 0) return 1;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  note(address.sin_port);
  for (int i = 0; i < kLoops; ++i) pthread_create(&loops[i], NULL, loop, NULL);
  for (int i = 0; i < kClients; ++i) pthread_create(&clients[i], NULL, client, NULL);
  for (int i = 0; i < kClients; ++i) pthread_join(clients[i], NULL);
  eventfd_write(stop, 1);
  for (int i = 0; i < kLoops; ++i) pthread_join(loops[i], NULL);
  return atomic_load(&numbers) == 0;
}
