/* COVERS: splice, tee, vmsplice, sendfile between pipes, sockets and files: amounts, ends, errors, waits both ways */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "say.h"

static int from[2];
static int to[2];
static char text[100];

static void say_text(int descriptor) {
  memset(text, 0, sizeof text);
  RESULT(read(descriptor, text, sizeof text - 1));
  say(text);
}

static void errors(int file) {
  RESULT(splice(-1, NULL, to[1], NULL, 10, 0));
  RESULT(splice(file, NULL, file, NULL, 10, 0));
  RESULT(splice(from[0], NULL, to[1], NULL, 10, SPLICE_F_NONBLOCK));
  RESULT(splice(from[1], NULL, to[0], NULL, 10, SPLICE_F_NONBLOCK));
  RESULT(tee(file, to[1], 10, 0));
  RESULT(tee(from[0], to[1], 10, SPLICE_F_NONBLOCK));
  RESULT(sendfile(file, from[0], NULL, 10));
  RESULT(sendfile(-1, file, NULL, 10));
}

static void pipes(void) {
  RESULT(write(from[1], "abcdef", 6));
  RESULT(tee(from[0], to[1], 4, 0));
  say_text(to[0]);
  RESULT(splice(from[0], NULL, to[1], NULL, 2, 0));
  RESULT(splice(from[0], NULL, to[1], NULL, 100, 0));
  say_text(to[0]);
  struct iovec parts[2] = {{"from ", 5}, {"memory", 6}};
  RESULT(vmsplice(to[1], parts, 2, 0));
  say_text(to[0]);
}

static void files(int file) {
  loff_t place = 2;
  RESULT(write(from[1], "in a file", 9));
  RESULT(splice(from[0], NULL, file, NULL, 100, 0));
  RESULT(splice(file, &place, to[1], NULL, 3, 0));
  VALUE(place);
  say_text(to[0]);
  off_t offset = 5;
  RESULT(sendfile(to[1], file, &offset, 100));
  VALUE(offset);
  say_text(to[0]);
  RESULT(sendfile(to[1], file, &offset, 100));
  RESULT(lseek(file, 0, SEEK_SET));
  int pair[2];
  RESULT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  RESULT(sendfile(pair[0], file, NULL, 4));
  say_text(pair[1]);
  RESULT(splice(file, NULL, to[1], NULL, 5, 0));
  RESULT(splice(to[0], NULL, pair[0], NULL, 5, 0));
  say_text(pair[1]);
  close(pair[0]);
  close(pair[1]);
}

static void* writes_later(void* unused) {
  usleep(10000);
  if (write(from[1], "late", 4) != 4) say("lost");
  return unused;
}

static char many[70000];

static void* reads_later(void* unused) {
  usleep(10000);
  long bytes = 0;
  while (bytes < 65536) bytes += read(to[0], many, sizeof many);
  return unused;
}

static void waits(void) {
  pthread_t other;
  pthread_create(&other, NULL, writes_later, NULL);
  RESULT(splice(from[0], NULL, to[1], NULL, 100, 0));
  pthread_join(other, NULL);
  say_text(to[0]);
  pthread_create(&other, NULL, writes_later, NULL);
  RESULT(tee(from[0], to[1], 100, 0));
  pthread_join(other, NULL);
  say_text(to[0]);
  RESULT(write(to[1], many, 65536)); /* full */
  pthread_create(&other, NULL, reads_later, NULL);
  RESULT(splice(from[0], NULL, to[1], NULL, 100, 0));
  pthread_join(other, NULL);
  say_text(to[0]);
}

static void large_file(int file) {
  pthread_t other;
  RESULT(ftruncate(file, 70000));
  off_t offset = 0;
  pthread_create(&other, NULL, reads_later, NULL);
  RESULT(sendfile(to[1], file, &offset, 70000));
  pthread_join(other, NULL);
}

static void ends(void) {
  RESULT(close(from[1]));
  RESULT(splice(from[0], NULL, to[1], NULL, 10, 0));
  RESULT(tee(from[0], to[1], 10, 0));
}

int main(void) {
  char name[] = "/tmp/sleave-semantics-XXXXXX";
  const int file = mkstemp(name);
  unlink(name);
  RESULT(pipe(from));
  RESULT(pipe(to));
  errors(file);
  pipes();
  files(file);
  waits();
  large_file(file);
  ends();
}
