/* COVERS: a child of vfork ends; the parent goes on, and its own exit code counts. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static void* work(void* argument) {
  ++*(int*)argument;
  return NULL;
}

int main(void) {
  int status = 0;
  int count = 0;
  const pid_t child = vfork();
  if (child == 0) _exit(3);
  VALUE(waitpid(child, &status, 0) == child);
  VALUE(WEXITSTATUS(status));
  char* const words[] = {"true", NULL};
  const pid_t other = vfork();
  if (other == 0) {
    execv("/nowhere/true", words);
    _exit(127);
  }
  VALUE(waitpid(other, &status, 0) == other);
  VALUE(WEXITSTATUS(status));
  pthread_t thread;
  pthread_create(&thread, NULL, work, &count);
  pthread_join(thread, NULL);
  VALUE(count);
  exit(6);
}
