/* COVERS: pread, pwrite and their vector forms; lockf; threads that share a file */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static int file;
static char text[32];

static void one_part(void) {
  RESULT(pwrite(file, "abcdef", 6, 0));
  RESULT(pwrite(file, "X", 1, 8));
  RESULT(pread(file, text, sizeof text, 2));
  VALUE(memcmp(text, "cdef\0\0X", 7));
  RESULT(pread(file, text, sizeof text, 100));
  RESULT(pread(file, text, sizeof text, -1));
  RESULT(pwrite(file, text, 1, -7));
  RESULT(pread(-1, text, 1, 0));
  RESULT(lseek(file, 0, SEEK_CUR));
}

static void many_parts(void) {
  struct iovec out[2] = {{"12", 2}, {"345", 3}};
  char first[3] = "";
  char second[3] = "";
  struct iovec in[2] = {{first, 2}, {second, 2}};
  RESULT(pwritev(file, out, 2, 1));
  RESULT(preadv(file, in, 2, 1));
  say(first);
  say(second);
  RESULT(pwritev2(file, out, 2, 3, 0));
  RESULT(preadv2(file, in, 2, 3, 0));
  say(second);
  RESULT(preadv(file, in, -1, 0));
  RESULT(preadv(file, in, 2, -1));
  RESULT(preadv2(file, in, 2, -1, 0));
  RESULT(preadv2(file, in, 2, -1, 0x1000));
  RESULT(lseek(file, 0, SEEK_CUR));
}

static void on_pipes(void) {
  int ends[2];
  struct iovec part = {text, 2};
  RESULT(pipe(ends));
  RESULT(pwrite(ends[1], "x", 1, 0));
  RESULT(pread(ends[0], text, 1, 0));
  RESULT(pwritev2(ends[1], &part, 1, -1, 0));
  RESULT(preadv2(ends[0], &part, 1, -1, 0));
  close(ends[0]);
  close(ends[1]);
}

static void* fill(void* argument) {
  const long number = (long)argument;
  const char letter = (char)('a' + number);
  for (int i = 0; i < 4; ++i) {
    if (pwrite(file, &letter, 1, number * 4 + i) != 1) say("not written");
  }
  return NULL;
}

static void together(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, fill, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  memset(text, 0, sizeof text);
  RESULT(pread(file, text, 12, 0));
  say(text);
}

/* Locks of the process: its threads share them, a child does not. */
static void* locks_too(void* unused) {
  RESULT(lockf(file, F_TLOCK, 10));
  RESULT(lockf(file, F_TEST, 10));
  return unused;
}

static void locks(void) {
  pthread_t other;
  RESULT(lseek(file, 0, SEEK_SET));
  RESULT(lockf(file, F_LOCK, 10));
  pthread_create(&other, NULL, locks_too, NULL);
  pthread_join(other, NULL);
  RESULT(lockf(file, 99, 10));
  RESULT(lockf(-1, F_LOCK, 10));
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const int refused = lockf(file, F_TEST, 10) == -1 && (errno == EACCES || errno == EAGAIN);
    _exit(refused ? 7 : 8);
  }
  int status = 0;
  waitpid(child, &status, 0);
  VALUE(WEXITSTATUS(status));
  RESULT(lockf(file, F_ULOCK, 10));
  RESULT(lockf(file, F_TEST, 10));
}

int main(void) {
  char name[] = "/tmp/sleave-semantics-XXXXXX";
  file = mkstemp(name);
  unlink(name);
  one_part();
  many_parts();
  on_pipes();
  together();
  locks();
}
