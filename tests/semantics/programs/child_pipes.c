/* COVERS: children with pipes on both sides: filters, more data than a pipe holds, pipelines of the shell, ends of
 * either side, poll, sockets, a child that has threads, a child without exec. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

extern char** environ;

enum { MANY = 300000 };

static void say_status(const char* what, int status) {
  printf("%s: exited %d code %d signal %d\n", what, WIFEXITED(status) != 0,
         WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

struct filter {
  pid_t process;
  int to, from;
};

static struct filter start(const char* command) {
  int in[2], out[2];
  if (pipe(in) != 0 || pipe(out) != 0) abort();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  for (int i = 0; i < 2; ++i) {
    posix_spawn_file_actions_addclose(&actions, in[i]);
    posix_spawn_file_actions_addclose(&actions, out[i]);
  }
  char* words[] = {"sh", "-c", (char*)command, NULL};
  struct filter filter = {0, in[1], out[0]};
  ERROR(posix_spawn(&filter.process, "/bin/sh", &actions, NULL, words, environ));
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  return filter;
}

static void write_all(int to, const char* bytes, size_t count) {
  while (count > 0) {
    const ssize_t done = write(to, bytes, count);
    if (done <= 0) return;
    bytes += done;
    count -= (size_t)done;
  }
}

static size_t read_all(int from, char* bytes, size_t room) {
  size_t count = 0;
  ssize_t got;
  while ((got = read(from, bytes + count, room - count)) > 0) count += (size_t)got;
  return count;
}

static void end(struct filter filter, const char* what) {
  int status = 0;
  close(filter.from);
  VALUE(waitpid(filter.process, &status, 0) == filter.process);
  say_status(what, status);
}

static void few(const char* command, const char* words) {
  char answer[200];
  struct filter filter = start(command);
  write_all(filter.to, words, strlen(words));
  close(filter.to);
  answer[read_all(filter.from, answer, sizeof answer - 1)] = 0;
  printf("%s: %s", command, answer);
  end(filter, command);
}

static void* feed(void* to) {
  char* bytes = malloc(MANY);
  for (int i = 0; i < MANY; ++i) bytes[i] = (char)('a' + i % 26);
  write_all(*(int*)to, bytes, MANY);
  free(bytes);
  close(*(int*)to);
  return NULL;
}

static void many(const char* command) {
  struct filter filter = start(command);
  pthread_t thread;
  pthread_create(&thread, NULL, feed, &filter.to);
  char* bytes = malloc(MANY);
  const size_t count = read_all(filter.from, bytes, MANY);
  unsigned sum = 0;
  for (size_t i = 0; i < count; ++i) sum = sum * 31 + (unsigned char)bytes[i];
  pthread_join(thread, NULL);
  VALUE(count);
  VALUE(sum);
  free(bytes);
  end(filter, command);
}

/* The child writes on when nobody reads any more. */
static void broken(void) {
  struct filter filter = start("exec yes");
  char line[4];
  VALUE(read(filter.from, line, 4));
  close(filter.to);
  end(filter, "yes");
}

/* And the program when the child reads no more. */
static void deaf(void) {
  signal(SIGPIPE, SIG_IGN);
  struct filter filter = start("exit 5");
  int status = 0;
  VALUE(waitpid(filter.process, &status, 0) == filter.process);
  say_status("deaf", status);
  RESULT(write(filter.to, "x", 1));
  close(filter.to);
  close(filter.from);
  signal(SIGPIPE, SIG_DFL);
}

static void polled(void) {
  struct filter filter = start("read line; echo got $line; read line; exit 3");
  struct pollfd one = {filter.from, POLLIN, 0};
  RESULT(poll(&one, 1, 0));
  write_all(filter.to, "word\n", 5);
  RESULT(poll(&one, 1, -1));
  char answer[20];
  VALUE(read(filter.from, answer, sizeof answer));
  write_all(filter.to, "\n", 1);
  RESULT(poll(&one, 1, -1));
  VALUE((one.revents & POLLHUP) != 0);
  close(filter.to);
  end(filter, "polled");
}

static void by_socket(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) abort();
  const pid_t child = fork();
  if (child == 0) {
    char bytes[10];
    close(ends[0]);
    const ssize_t count = read(ends[1], bytes, sizeof bytes);
    for (ssize_t i = 0; i < count; ++i) ++bytes[i];
    _exit(write(ends[1], bytes, (size_t)count) == count ? 6 : 7);
  }
  close(ends[1]);
  char bytes[10] = "";
  VALUE(write(ends[0], "HAL", 3));
  VALUE(read(ends[0], bytes, sizeof bytes));
  printf("%.3s\n", bytes);
  int status = 0;
  VALUE(waitpid(child, &status, 0) == child);
  say_status("socket", status);
  close(ends[0]);
}

/* Each of three generations adds a letter. */
static void generations(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(write(ends[1], "a", 1) == 1 ? 1 : 2);
    int status = 0;
    if (waitpid(grandchild, &status, 0) != grandchild) _exit(9);
    _exit(write(ends[1], "b", 1) == 1 ? 10 + WEXITSTATUS(status) : 2);
  }
  int status = 0;
  char letters[4] = "";
  VALUE(wait(&status) == child);
  say_status("generations", status);
  VALUE(write(ends[1], "c", 1));
  VALUE(read(ends[0], letters, 3));
  printf("%s\n", letters);
  close(ends[0]);
  close(ends[1]);
}

static void* add(void* argument) {
  ++*(int*)argument;
  return NULL;
}

static void with_threads(void) {
  const pid_t child = fork();
  if (child == 0) {
    pthread_t threads[3];
    int counts[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, add, &counts[i]);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
    _exit(counts[0] + counts[1] + counts[2]);
  }
  int status = 0;
  VALUE(waitpid(child, &status, 0) == child);
  say_status("threads", status);
}

static void by_stream(void) {
  char line[32] = "";
  FILE* from = popen("echo one; echo two", "r");
  while (fgets(line, sizeof line, from) != NULL) printf("read %s", line);
  say_status("popen r", pclose(from));
  fflush(stdout);
  FILE* to = popen("tr a-z A-Z", "w");
  fprintf(to, "words\n");
  say_status("popen w", pclose(to));
}

int main(void) {
  few("cat", "one\ntwo\n");
  few("sort", "pear\napple\nfig\n");
  few("sort | uniq -c | tr -d ' '", "b\na\nb\n");
  few("while read a b; do echo $(($a + $b)); done", "1 2\n30 40\n");
  few("sleep 1; cat >/dev/null; exit 9", "");
  many("cat");
  many("cat | cat");
  broken();
  deaf();
  polled();
  by_socket();
  generations();
  with_threads();
  by_stream();
  return 0;
}
