// COVERS: UDP on loopback: bind, connect, sendto, recvfrom, sendmsg, recvmsg, addresses, time-outs
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "say.h"

static char buffer[1000];

static struct sockaddr_in own_address(int socket) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  if (getsockname(socket, (struct sockaddr*)&address, &size) != 0) address.sin_port = 0;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static int server;

static void* echoes(void* unused) {
  struct sockaddr_in from;
  for (int i = 0; i < 3; ++i) {
    socklen_t size = sizeof from;
    const ssize_t n = recvfrom(server, buffer, sizeof buffer, 0, (struct sockaddr*)&from, &size);
    if (n < 0 || size != sizeof from) return "recvfrom";
    if (sendto(server, buffer, (size_t)n, 0, (struct sockaddr*)&from, size) != n) return "sendto";
  }
  return unused;
}

int main(void) {
  pthread_t other;
  char answer[16];
  struct sockaddr_in any = {.sin_family = AF_INET};
  server = socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
  RESULT(bind(server, (struct sockaddr*)&any, sizeof any));
  struct sockaddr_in to = own_address(server);
  VALUE(to.sin_port != 0);
  pthread_create(&other, NULL, echoes, NULL);
  const int caller = socket(AF_INET, SOCK_DGRAM, 0);
  RESULT(send(caller, "x", 1, 0));
  RESULT(getpeername(caller, (struct sockaddr*)&any, &(socklen_t){sizeof any}));
  RESULT(sendto(caller, "first", 5, 0, (struct sockaddr*)&to, sizeof to));
  RESULT(recv(caller, answer, sizeof answer, 0));
  RESULT(connect(caller, (struct sockaddr*)&to, sizeof to));
  RESULT(getpeername(caller, (struct sockaddr*)&any, &(socklen_t){sizeof any}));
  VALUE(any.sin_port == to.sin_port);
  RESULT(send(caller, "", 0, 0));
  RESULT(recv(caller, answer, sizeof answer, 0));
  struct iovec parts[2] = {{"sec", 3}, {"ond", 3}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  RESULT(sendmsg(caller, &message, 0));
  struct sockaddr_in from = {0};
  struct iovec into = {answer, 4};
  struct msghdr received = {.msg_name = &from, .msg_namelen = sizeof from, .msg_iov = &into, .msg_iovlen = 1};
  RESULT(recvmsg(caller, &received, 0));
  VALUE(received.msg_flags & MSG_TRUNC);
  VALUE(received.msg_namelen);
  VALUE(from.sin_port == to.sin_port && ntohl(from.sin_addr.s_addr) == INADDR_LOOPBACK);
  void* wrong = NULL;
  pthread_join(other, &wrong);
  VALUE(wrong == NULL);
  RESULT(recv(caller, answer, sizeof answer, MSG_DONTWAIT));
  struct timeval soon = {0, 10000};
  RESULT(setsockopt(caller, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon));
  RESULT(recv(caller, answer, sizeof answer, 0));
  struct pollfd one = {caller, POLLIN | POLLOUT, 0};
  RESULT(poll(&one, 1, 10));
  VALUE(one.revents);
  RESULT(close(caller));
  RESULT(close(server));
}
