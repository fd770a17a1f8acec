// REPAIRED: Each waits for its own child.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static pid_t start(const char* command) {
  char* words[] = {"sh", "-c", (char*)command, NULL};
  pid_t child = 0;
  if (posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ) != 0) _exit(2);
  return child;
}

static void* reap(void* child) {
  int status = 0;
  waitpid(*(pid_t*)child, &status, 0);
  return NULL;
}

int main(void) {
  pid_t other = start("exit 0");
  const pid_t child = start("exit 7");
  pthread_t thread;
  pthread_create(&thread, NULL, reap, &other);
  int status = 0;
  const pid_t ended = waitpid(child, &status, 0);
  assert(ended == child && WEXITSTATUS(status) == 7);
  return pthread_join(thread, NULL);
}
