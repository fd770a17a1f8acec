// COVERS: socketpair of each type, every form of send and receive, shutdown, socket options, SCM_RIGHTS
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "say.h"

static char buffer[1 << 20];

static void streams(void) {
  int ends[2];
  int there = 0;
  RESULT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  RESULT(send(ends[0], "hello", 5, 0));
  RESULT(recv(ends[1], buffer, 2, MSG_PEEK));
  RESULT(ioctl(ends[1], FIONREAD, &there));
  VALUE(there);
  RESULT(recv(ends[1], buffer, 100, 0));
  RESULT(recv(ends[1], buffer, 100, MSG_DONTWAIT));
  RESULT(write(ends[1], "back", 4));
  RESULT(read(ends[0], buffer, 100));
  RESULT(shutdown(ends[0], SHUT_WR));
  RESULT(recv(ends[1], buffer, 1, 0));
  RESULT(send(ends[0], "x", 1, MSG_NOSIGNAL));
  RESULT(send(ends[1], "y", 1, MSG_NOSIGNAL));
  RESULT(close(ends[0]));
  RESULT(send(ends[1], "z", 1, MSG_NOSIGNAL));
  RESULT(close(ends[1]));
  RESULT(send(ends[1], "z", 1, 0));
  RESULT(shutdown(ends[1], SHUT_RD));
  RESULT(recv(0, buffer, 1, 0));
  RESULT(socketpair(AF_INET, SOCK_STREAM, 0, ends));
  RESULT(socketpair(AF_UNIX, 99, 0, ends));
}

static void messages(int type) {
  int ends[2];
  VALUE(type);
  RESULT(socketpair(AF_UNIX, type, 0, ends));
  RESULT(send(ends[0], "one", 3, 0));
  RESULT(send(ends[0], "second", 6, 0));
  RESULT(send(ends[0], "", 0, 0));
  RESULT(recv(ends[1], buffer, 100, 0));
  RESULT(recv(ends[1], buffer, 3, MSG_TRUNC));
  RESULT(recv(ends[1], buffer, 3, 0));
  RESULT(recv(ends[1], buffer, 3, MSG_DONTWAIT));
  struct iovec parts[4] = {{"ab", 2}, {"cde", 3}, {buffer, 4}, {buffer + 10, 4}};
  struct mmsghdr many[2] = {{.msg_hdr = {.msg_iov = parts, .msg_iovlen = 2}},
                            {.msg_hdr = {.msg_iov = parts + 1, .msg_iovlen = 1}}};
  RESULT(sendmmsg(ends[0], many, 2, 0));
  VALUE(many[0].msg_len);
  VALUE(many[1].msg_len);
  struct mmsghdr taken[3] = {{.msg_hdr = {.msg_iov = parts + 2, .msg_iovlen = 1}},
                             {.msg_hdr = {.msg_iov = parts + 3, .msg_iovlen = 1}},
                             {.msg_hdr = {.msg_iov = parts + 3, .msg_iovlen = 1}}};
  RESULT(recvmmsg(ends[1], taken, 3, MSG_WAITFORONE, NULL));
  VALUE(taken[0].msg_len);
  VALUE(taken[0].msg_hdr.msg_flags & MSG_TRUNC);
  VALUE(taken[1].msg_len);
  RESULT(recvmmsg(ends[1], taken, 3, MSG_DONTWAIT, NULL));
  RESULT(close(ends[0]));
  RESULT(recv(ends[1], buffer, 3, MSG_DONTWAIT));
  RESULT(send(ends[1], buffer, 3, MSG_NOSIGNAL));
  RESULT(close(ends[1]));
}

static void* reads_all(void* descriptor) {
  long sum = 0;
  for (;;) {
    const ssize_t n = recv(*(int*)descriptor, buffer, 5000, 0);
    if (n <= 0) break;
    sum += n;
  }
  return sum == 2000000 ? NULL : descriptor;
}

static void* sends_in_pieces(void* descriptor) {
  for (int i = 0; i < 5; ++i) {
    usleep(1000);
    if (send(*(int*)descriptor, "piece", 5, 0) != 5) return descriptor;
  }
  return NULL;
}

static void blocking(void) {
  static char data[1000000];
  int ends[2];
  pthread_t other;
  RESULT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pthread_create(&other, NULL, reads_all, &ends[1]);
  RESULT(send(ends[0], data, sizeof data, 0));
  RESULT(write(ends[0], data, sizeof data));
  RESULT(shutdown(ends[0], SHUT_WR));
  void* wrong = NULL;
  pthread_join(other, &wrong);
  VALUE(wrong == NULL);
  pthread_create(&other, NULL, sends_in_pieces, &ends[1]);
  RESULT(recv(ends[0], buffer, 25, MSG_WAITALL));
  VALUE(memcmp(buffer, "piecepiecepiecepiecepiece", 25));
  pthread_join(other, NULL);
  struct timeval soon = {0, 10000};
  RESULT(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon));
  RESULT(recv(ends[0], buffer, 1, 0));
  RESULT(setsockopt(ends[1], SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon));
  while (send(ends[1], data, 10000, 0) == 10000) continue;
  RESULT(send(ends[1], data, 10000, 0));
  RESULT(close(ends[0]));
  RESULT(close(ends[1]));
}

static void passes_descriptors(void) {
  int ends[2];
  int inner[2];
  RESULT(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
  RESULT(pipe(inner));
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control = {.header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
  memcpy(CMSG_DATA(&control.header), &inner[0], sizeof(int));
  struct iovec part = {"d", 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  RESULT(sendmsg(ends[0], &message, 0));
  RESULT(close(inner[0]));
  char byte;
  struct iovec into = {&byte, 1};
  struct msghdr received = {
      .msg_iov = &into, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  RESULT(recvmsg(ends[1], &received, 0));
  int number = -1;
  memcpy(&number, CMSG_DATA(&control.header), sizeof(int));
  VALUE(number == inner[0]);
  RESULT(write(inner[1], "through", 7));
  RESULT(read(number, buffer, 100));
  RESULT(close(number));
  RESULT(write(inner[1], "through", 7));
}

static void options(void) {
  int ends[2];
  int value = 0;
  socklen_t size = sizeof value;
  RESULT(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends));
  RESULT(getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &value, &size));
  VALUE(value == SOCK_SEQPACKET);
  RESULT(getsockopt(ends[0], SOL_SOCKET, 9999, &value, &size));
  RESULT(getsockopt(ends[0], SOL_SOCKET, SO_ERROR, &value, &size));
  VALUE(value);
  RESULT(setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &value, sizeof value));
  RESULT(setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &value, 1));
  RESULT(recv(ends[0], buffer, 1, 0));
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  streams();
  messages(SOCK_DGRAM);
  messages(SOCK_SEQPACKET);
  blocking();
  passes_descriptors();
  options();
}
