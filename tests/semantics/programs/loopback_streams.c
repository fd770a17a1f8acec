/* COVERS: TCP on loopback and streams by Unix names: bind, listen, accept, connect, names of both ends, shutdown,
 * errors. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "say.h"

static char buffer[1 << 16];

static struct sockaddr_in loopback(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static int port_of(int socket) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  if (getsockname(socket, (struct sockaddr*)&address, &size) != 0) return -1;
  return ntohs(address.sin_port);
}

static int port;

static void* client(void* unused) {
  char answer[16] = "";
  const int socket_here = socket(AF_INET, SOCK_STREAM, 0);
  const struct sockaddr_in to = loopback(port);
  if (connect(socket_here, (const struct sockaddr*)&to, sizeof to) != 0) return "connect";
  if (send(socket_here, "request", 7, 0) != 7) return "send";
  if (recv(socket_here, answer, sizeof answer, 0) != 6) return "recv";
  if (recv(socket_here, answer, sizeof answer, 0) != 0) return "end";
  if (close(socket_here) != 0) return "close";
  return unused;
}

static void errors(void) {
  struct sockaddr_in address = loopback(0);
  struct sockaddr* any = (struct sockaddr*)&address;
  socklen_t size = sizeof address;
  RESULT(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
  RESULT(socket(4711, SOCK_STREAM, 0));
  const int one = socket(AF_INET, SOCK_STREAM, 0);
  const int two = socket(AF_INET, SOCK_STREAM, 0);
  RESULT(getsockname(one, any, &size));
  VALUE(address.sin_port);
  VALUE(address.sin_addr.s_addr);
  RESULT(getpeername(one, any, &size));
  address = loopback(0);
  RESULT(bind(one, any, 3));
  RESULT(bind(one, any, sizeof address));
  RESULT(bind(one, any, sizeof address));
  address = loopback(port_of(one));
  RESULT(bind(two, any, sizeof address));
  RESULT(connect(two, any, sizeof address));
  RESULT(listen(one, 5));
  RESULT(accept(two, NULL, NULL));
  RESULT(fcntl(one, F_SETFL, O_NONBLOCK));
  RESULT(accept(one, NULL, NULL));
  RESULT(accept(0, NULL, NULL));
  RESULT(accept(-1, NULL, NULL));
  RESULT(listen(-1, 1));
  address.sin_family = AF_INET6;
  RESULT(connect(two, any, sizeof address));
  RESULT(close(one));
  RESULT(close(two));
  const int three = socket(AF_INET, SOCK_STREAM, 0);
  RESULT(shutdown(three, SHUT_WR));
  RESULT(recv(three, buffer, 1, 0));
  RESULT(send(three, buffer, 1, MSG_NOSIGNAL));
  RESULT(close(three));
}

static void one_request(void) {
  pthread_t other;
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int yes = 1;
  RESULT(setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes));
  RESULT(listen(listener, 1));
  port = port_of(listener);
  VALUE(port > 1023);
  pthread_create(&other, NULL, client, NULL);
  const int connection = accept4(listener, (struct sockaddr*)&from, &size, SOCK_CLOEXEC);
  VALUE(connection > listener);
  VALUE(size);
  VALUE(from.sin_family == AF_INET && ntohl(from.sin_addr.s_addr) == INADDR_LOOPBACK && from.sin_port != 0);
  VALUE(port_of(connection) == port);
  struct sockaddr_in peer;
  size = sizeof peer;
  RESULT(getpeername(connection, (struct sockaddr*)&peer, &size));
  VALUE(peer.sin_port == from.sin_port);
  RESULT(setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes));
  int value = 0;
  size = sizeof value;
  RESULT(getsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &value, &size));
  VALUE(value);
  RESULT(getsockopt(connection, SOL_SOCKET, SO_DOMAIN, &value, &size));
  VALUE(value);
  RESULT(getsockopt(listener, SOL_SOCKET, SO_ACCEPTCONN, &value, &size));
  VALUE(value);
  RESULT(recv(connection, buffer, 7, MSG_WAITALL));
  RESULT(send(connection, "answer", 6, 0));
  RESULT(shutdown(connection, SHUT_WR));
  void* wrong = NULL;
  pthread_join(other, &wrong);
  VALUE(wrong == NULL);
  RESULT(recv(connection, buffer, 1, 0));
  RESULT(close(connection));
  RESULT(close(listener));
}

static void nonblocking_connect(void) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  RESULT(listen(listener, 4));
  const struct sockaddr_in to = loopback(port_of(listener));
  const int caller = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  RESULT(connect(caller, (const struct sockaddr*)&to, sizeof to));
  struct pollfd writable = {caller, POLLOUT, 0};
  RESULT(poll(&writable, 1, -1));
  VALUE(writable.revents);
  int problem = -1;
  socklen_t size = sizeof problem;
  RESULT(getsockopt(caller, SOL_SOCKET, SO_ERROR, &problem, &size));
  VALUE(problem);
  struct pollfd readable = {listener, POLLIN, 0};
  RESULT(poll(&readable, 1, 1000));
  const int connection = accept(listener, NULL, NULL);
  RESULT(recv(caller, buffer, 1, 0));
  RESULT(send(connection, "now", 3, 0));
  struct pollfd data = {caller, POLLIN, 0};
  RESULT(poll(&data, 1, 1000));
  RESULT(recv(caller, buffer, 10, 0));
  RESULT(close(caller));
  RESULT(recv(connection, buffer, 10, 0));
  RESULT(close(connection));
  RESULT(close(listener));
}

static void six(void) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
  socklen_t size = sizeof address;
  const int listener = socket(AF_INET6, SOCK_STREAM, 0);
  RESULT(bind(listener, (struct sockaddr*)&address, sizeof address));
  RESULT(listen(listener, 4));
  RESULT(getsockname(listener, (struct sockaddr*)&address, &size));
  VALUE(size);
  VALUE(memcmp(&address.sin6_addr, &in6addr_loopback, 16));
  const int caller = socket(AF_INET6, SOCK_STREAM, 0);
  RESULT(connect(caller, (struct sockaddr*)&address, sizeof address));
  RESULT(connect(caller, (struct sockaddr*)&address, sizeof address));
  const int connection = accept(listener, NULL, NULL);
  RESULT(write(caller, "six", 3));
  RESULT(read(connection, buffer, 10));
  RESULT(close(caller));
  RESULT(close(connection));
  RESULT(close(listener));
}

static void unix_names(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char name[64];
  snprintf(name, sizeof name, "sleave-semantics-%d-%p", (int)getpid(), (void*)buffer);
  strcpy(address.sun_path + 1, name);
  const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  const int caller = socket(AF_UNIX, SOCK_STREAM, 0);
  RESULT(connect(caller, (struct sockaddr*)&address, size));
  RESULT(bind(listener, (struct sockaddr*)&address, size));
  RESULT(connect(caller, (struct sockaddr*)&address, size));
  RESULT(listen(listener, 4));
  RESULT(connect(caller, (struct sockaddr*)&address, size));
  const int connection = accept(listener, NULL, NULL);
  RESULT(write(caller, "unix", 4));
  RESULT(read(connection, buffer, 10));
  RESULT(close(caller));
  RESULT(close(connection));
  RESULT(close(listener));
}

static void* stops_listener(void* listener) {
  usleep(10000);
  shutdown(*(int*)listener, SHUT_RDWR);
  return NULL;
}

static void listener_is_shut(void) {
  pthread_t other;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  RESULT(listen(listener, 4));
  pthread_create(&other, NULL, stops_listener, &listener);
  RESULT(accept(listener, NULL, NULL));
  pthread_join(other, NULL);
  RESULT(close(listener));
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  errors();
  one_request();
  nonblocking_connect();
  six();
  unix_names();
  listener_is_shut();
}
