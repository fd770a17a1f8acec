/* COVERS: ends of children: SIGCHLD, waits of every kind, several children, signals to a child and from it. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "say.h"

static volatile sig_atomic_t ends;
static volatile sig_atomic_t calls;

static void on_child(int number) {
  (void)number;
  int status;
  const int before = errno;
  while (waitpid(-1, &status, WNOHANG) > 0) ++ends;
  errno = before;
}

static void on_call(int number) { calls += number == SIGUSR1; }

static pid_t child_with(int code) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(code);
  return child;
}

static void one_by_one(void) {
  int status = 0;
  const pid_t first = child_with(1);
  const pid_t second = child_with(2);
  VALUE(first != second);
  VALUE(waitpid(second, &status, 0) == second);
  VALUE(WEXITSTATUS(status));
  VALUE(waitpid(first, &status, 0) == first);
  VALUE(WEXITSTATUS(status));
  RESULT(waitpid(first, &status, 0));
  RESULT(wait(&status));
}

static void any(void) {
  int sum = 0;
  for (int i = 1; i <= 4; ++i) child_with(i);
  for (int i = 1; i <= 4; ++i) {
    int status = 0;
    VALUE(wait(&status) > 0);
    sum += WEXITSTATUS(status);
  }
  VALUE(sum);
}

static void looked_at(void) {
  siginfo_t info;
  const pid_t child = child_with(8);
  RESULT(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT));
  VALUE(info.si_pid == child);
  VALUE(info.si_code == CLD_EXITED);
  VALUE(info.si_status);
  RESULT(kill(child, 0));
  RESULT(waitid(P_PID, (id_t)child, &info, WEXITED));
  RESULT(waitid(P_PID, (id_t)child, &info, WEXITED));
  RESULT(kill(child, SIGTERM));
}

static void polled(void) {
  int status = 0;
  pid_t ended = 0;
  const pid_t child = child_with(12);
  while ((ended = waitpid(child, &status, WNOHANG)) == 0) usleep(1000);
  VALUE(ended == child);
  VALUE(WEXITSTATUS(status));
}

static void handled(void) {
  struct sigaction action = {0};
  action.sa_handler = on_child;
  action.sa_flags = SA_RESTART;
  sigaction(SIGCHLD, &action, NULL);
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, &before);
  for (int i = 0; i < 3; ++i) child_with(0);
  while (ends < 3) sigsuspend(&before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  VALUE(ends);
  signal(SIGCHLD, SIG_DFL);
}

static void awaited(void) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, &before);
  const pid_t child = child_with(4);
  siginfo_t info;
  VALUE(sigwaitinfo(&set, &info) == SIGCHLD);
  VALUE(info.si_pid == child);
  VALUE(info.si_status);
  int status = 0;
  VALUE(waitpid(child, &status, 0) == child);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void ignored(void) {
  signal(SIGCHLD, SIG_IGN);
  const pid_t child = child_with(0);
  int status = 0;
  RESULT(waitpid(child, &status, 0));
  signal(SIGCHLD, SIG_DFL);
}

static void killed(int number) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  RESULT(kill(child, number));
  int status = 0;
  VALUE(waitpid(child, &status, 0) == child);
  VALUE(WIFSIGNALED(status) ? WTERMSIG(status) : -1);
}

/* The child waits for a signal of the program, and answers with one. */
static void asked(void) {
  signal(SIGUSR1, on_call);
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &before);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    while (calls == 0) sigsuspend(&before);
    _exit(kill(getppid(), SIGUSR1) == 0 ? 3 : 4);
  }
  RESULT(kill(child, SIGUSR1));
  while (calls == 0) sigsuspend(&before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  int status = 0;
  VALUE(waitpid(child, &status, 0) == child);
  VALUE(WEXITSTATUS(status));
  VALUE(calls);
}

static void* wait_for(void* child) {
  int status = 0;
  waitpid(*(pid_t*)child, &status, 0);
  return (void*)(long)WEXITSTATUS(status);
}

static void by_threads(void) {
  pid_t children[2] = {child_with(5), child_with(6)};
  pthread_t threads[2];
  long sum = 0;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, wait_for, &children[i]);
  for (int i = 0; i < 2; ++i) {
    void* code;
    pthread_join(threads[i], &code);
    sum += (long)code;
  }
  VALUE(sum);
}

int main(void) {
  one_by_one();
  any();
  looked_at();
  polled();
  handled();
  awaited();
  ignored();
  killed(SIGTERM);
  killed(SIGKILL);
  asked();
  by_threads();
  return 0;
}
