// COVERS: pipe, pipe2, read, write, readv, writev, close, dup, dup2, dup3, fcntl, ioctl on pipes
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "say.h"

static char buffer[1 << 20];

static void errors(void) {
  int ends[2];
  char byte = 0;
  RESULT(pipe2(ends, O_APPEND));
  RESULT(read(-1, &byte, 1));
  RESULT(write(1000, &byte, 1));
  RESULT(close(-1));
  RESULT(dup(-1));
  RESULT(dup2(-1, 5));
  RESULT(dup3(0, 0, 0));
  RESULT(fcntl(-1, F_GETFL));
  RESULT(pipe(ends));
  VALUE(ends[0] > 2 && ends[1] > ends[0]);
  RESULT(read(ends[1], &byte, 1));
  RESULT(write(ends[0], &byte, 1));
  RESULT(read(ends[0], &byte, 0));
  RESULT(write(ends[1], &byte, 0));
  RESULT(close(ends[0]));
  RESULT(write(ends[1], &byte, 1));
  RESULT(close(ends[1]));
  RESULT(close(ends[1]));
  RESULT(read(ends[0], &byte, 1));
}

static void nonblocking(void) {
  int ends[2];
  int there = 0;
  RESULT(pipe2(ends, O_NONBLOCK | O_CLOEXEC));
  RESULT(read(ends[0], buffer, 10));
  RESULT(write(ends[1], "hello", 5));
  RESULT(ioctl(ends[0], FIONREAD, &there));
  VALUE(there);
  RESULT(read(ends[0], buffer, 3));
  RESULT(read(ends[0], buffer, 30));
  RESULT(write(ends[1], buffer, 65536));
  RESULT(write(ends[1], buffer, 1));
  RESULT(read(ends[0], buffer, 4095));
  RESULT(write(ends[1], buffer, 1));
  RESULT(read(ends[0], buffer, 1));
  RESULT(write(ends[1], buffer, 10000));
  RESULT(read(ends[0], buffer, sizeof buffer));
  RESULT(write(ends[1], buffer, 100000));
  int off = 0;
  RESULT(ioctl(ends[0], FIONBIO, &off));
  VALUE(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  VALUE(fcntl(ends[0], F_GETFD));
  RESULT(close(ends[1]));
  RESULT(read(ends[0], buffer, sizeof buffer));
  RESULT(read(ends[0], buffer, sizeof buffer));
  RESULT(close(ends[0]));
}

static void* late_writer(void* argument) {
  const int* ends = argument;
  usleep(200000);
  if (write(ends[1], "late", 4) != 4) abort();
  usleep(200000);
  close(ends[1]);
  return NULL;
}

static void blocking_read(void) {
  int ends[2];
  pthread_t writer;
  RESULT(pipe(ends));
  pthread_create(&writer, NULL, late_writer, ends);
  struct iovec parts[2] = {{buffer, 2}, {buffer + 10, 100}};
  RESULT(readv(ends[0], parts, 2));
  VALUE(memcmp(buffer + 10, "te", 2));
  RESULT(read(ends[0], buffer, 100));
  pthread_join(writer, NULL);
  RESULT(close(ends[0]));
}

static void* slow_reader(void* argument) {
  const int* ends = argument;
  static char taken[1000];
  long sum = 0;
  for (;;) {
    const ssize_t n = read(ends[0], taken, sizeof taken);
    if (n <= 0) break;
    sum += n;
  }
  close(ends[0]);
  return sum == 340000 ? NULL : argument;
}

static void blocking_write(void) {
  int ends[2];
  pthread_t reader;
  RESULT(pipe(ends));
  pthread_create(&reader, NULL, slow_reader, ends);
  RESULT(write(ends[1], buffer, 200000));
  struct iovec parts[3] = {{buffer, 70000}, {buffer, 0}, {buffer, 70000}};
  RESULT(writev(ends[1], parts, 3));
  RESULT(close(ends[1]));
  void* wrong = NULL;
  pthread_join(reader, &wrong);
  VALUE(wrong == NULL);
}

static void* closes_reader(void* argument) {
  usleep(100000);
  close(((int*)argument)[0]);
  return NULL;
}

static void broken_while_writing(void) {
  int ends[2];
  pthread_t closer;
  RESULT(pipe(ends));
  RESULT(write(ends[1], buffer, 65536));
  pthread_create(&closer, NULL, closes_reader, ends);
  RESULT(write(ends[1], buffer, 10));
  pthread_join(closer, NULL);
  RESULT(close(ends[1]));
}

static void copies(void) {
  int ends[2];
  RESULT(pipe(ends));
  const int copy = dup(ends[1]);
  VALUE(copy == ends[1] + 1);
  RESULT(dup2(copy, 50));
  RESULT(dup3(copy, 51, O_CLOEXEC));
  VALUE(fcntl(51, F_GETFD));
  VALUE(fcntl(copy, F_DUPFD, 100));
  VALUE(fcntl(copy, F_DUPFD_CLOEXEC, 100));
  RESULT(close(ends[1]));
  RESULT(close(copy));
  RESULT(close(51));
  RESULT(close(100));
  RESULT(close(101));
  RESULT(write(50, "x", 1));
  RESULT(close(50));
  RESULT(read(ends[0], buffer, 10));
  RESULT(read(ends[0], buffer, 10));
  RESULT(fcntl(ends[0], F_SETFL, O_NONBLOCK));
  VALUE(fcntl(ends[0], F_GETFL));
  RESULT(fcntl(ends[0], 4711, 0));
  RESULT(close(ends[0]));
}

static int closed_end[2];
static void* waits_on_closed(void* unused) {
  (void)unused;
  return read(closed_end[0], buffer, 10) == 5 ? NULL : buffer;
}

// The reader keeps what it waits on, whatever happens to the number.
static void closed_while_reading(void) {
  pthread_t reader;
  RESULT(pipe(closed_end));
  pthread_create(&reader, NULL, waits_on_closed, NULL);
  usleep(200000);
  RESULT(close(closed_end[0]));
  RESULT(write(closed_end[1], "still", 5));
  void* wrong = NULL;
  pthread_join(reader, &wrong);
  VALUE(wrong == NULL);
  RESULT(close(closed_end[1]));
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  errors();
  nonblocking();
  blocking_read();
  blocking_write();
  broken_while_writing();
  copies();
  closed_while_reading();
}
