/* COVERS: pthread_atfork: prepare handlers last registered first, parent and child handlers in order of registration.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void prepare_first(void) { say("prepare first"); }
static int parent_order;
static void parent_first(void) { parent_order = parent_order * 10 + 1; }
static void child_first(void) { say("child first"); }
static void prepare_second(void) {
  say("prepare second");
  pthread_mutex_lock(&lock);
}
static void parent_second(void) {
  parent_order = parent_order * 10 + 2;
  pthread_mutex_unlock(&lock);
}
static void child_second(void) {
  say("child second");
  pthread_mutex_unlock(&lock);
}

int main(void) {
  ERROR(pthread_atfork(prepare_first, NULL, child_first));
  ERROR(pthread_atfork(prepare_second, parent_second, child_second));
  ERROR(pthread_atfork(NULL, parent_first, NULL));
  const pid_t child = fork();
  if (child == 0) {
    ERROR(pthread_mutex_trylock(&lock));
    _exit(3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  VALUE(WEXITSTATUS(status));
  VALUE(parent_order);
  ERROR(pthread_mutex_trylock(&lock));
  return 0;
}
