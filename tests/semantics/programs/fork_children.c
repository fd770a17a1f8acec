/* COVERS: fork from main and from a thread: exit codes, signals and output of children, process numbers, fork handlers.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int handlers;

static void prepare(void) {
  pthread_mutex_lock(&mutex);
  ++handlers;
}
static void release(void) {
  pthread_mutex_unlock(&mutex);
  ++handlers;
}

static void say_end(pid_t child) {
  int status = 0;
  VALUE(waitpid(child, &status, 0) == child);
  if (WIFEXITED(status)) say_value("exit code", WEXITSTATUS(status));
  if (WIFSIGNALED(status)) say_value("signal", WTERMSIG(status));
}

static void by_exit(int code) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) exit(code);
  say_end(child);
}

static void without_handlers(int code) {
  const int before = handlers;
  const pid_t child = _Fork();
  if (child == 0) _exit(code + (handlers - before) + (getppid() == getpid()));
  say_end(child);
}

static void by_now(int code) {
  const pid_t child = fork();
  if (child == 0) _exit(code);
  say_end(child);
}

static void by_signal(int number) {
  const pid_t child = fork();
  if (child == 0) {
    raise(number);
    _exit(99);
  }
  say_end(child);
}

static void by_abort(void) {
  const pid_t child = fork();
  if (child == 0) abort();
  say_end(child);
}

static void by_fault(void) {
  const pid_t child = fork();
  if (child == 0) *(volatile int*)8 = 1;
  say_end(child);
}

static void* nothing(void* argument) { return argument; }

static void with_threads_of_its_own(void) {
  const pid_t child = fork();
  if (child == 0) {
    pthread_t thread;
    void* result = NULL;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, nothing, &mutex);
    pthread_join(thread, &result);
    pthread_mutex_unlock(&mutex);
    char* block = realloc(malloc(10), 20);
    free(block);
    _exit(result == &mutex ? 11 : 12);
  }
  say_end(child);
}

static void numbers(void) {
  const pid_t before = getpid();
  const pid_t child = fork();
  if (child == 0) _exit((getppid() == before) + 2 * (getpid() != before) + 4 * (kill(before, 0) == 0));
  say_end(child);
  VALUE(getpid() == before);
}

static void* in_thread(void* argument) {
  by_exit(21);
  by_now(22);
  with_threads_of_its_own();
  return argument;
}

static void* lock_often(void* argument) {
  for (int i = 0; i < 50; ++i) {
    pthread_mutex_lock(&mutex);
    ++*(int*)argument;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void while_others_work(void) {
  pthread_t threads[2];
  int count = 0;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, lock_often, &count);
  for (int code = 31; code < 34; ++code) by_now(code);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  VALUE(count);
  VALUE(handlers);
}

int main(void) {
  by_exit(0);
  by_exit(3);
  by_now(4);
  without_handlers(5);
  by_signal(SIGKILL);
  by_signal(SIGTERM);
  by_signal(SIGSEGV);
  by_signal(SIGFPE);
  by_abort();
  by_fault();
  with_threads_of_its_own();
  numbers();
  pthread_t thread;
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
  ERROR(pthread_atfork(prepare, release, release));
  by_exit(5);
  VALUE(handlers);
  while_others_work();
  int status = 0;
  RESULT(waitpid(-1, &status, 0));
  return 0;
}
