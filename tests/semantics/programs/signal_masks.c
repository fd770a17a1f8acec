/* COVERS: a signal mask belongs to one thread and is inherited by those it creates; signals sent to another thread. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

#include "say.h"

static sem_t there, back;
static _Atomic(pthread_t) taken_by;

static int blocks(int number) {
  sigset_t now;
  pthread_sigmask(SIG_SETMASK, NULL, &now);
  return sigismember(&now, number);
}

static void change(int how, int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(how, &set, NULL);
}

static void* changes_its_own(void* argument) {
  (void)argument;
  VALUE(blocks(SIGUSR1));
  VALUE(blocks(SIGUSR2));
  change(SIG_BLOCK, SIGUSR2);
  change(SIG_UNBLOCK, SIGUSR1);
  VALUE(blocks(SIGUSR1));
  VALUE(blocks(SIGUSR2));
  sem_post(&there);
  sem_wait(&back);
  VALUE(blocks(SIGUSR1));
  VALUE(blocks(SIGUSR2));
  return NULL;
}

static void take(int number) {
  (void)number;
  taken_by = pthread_self();
}

static void* waits(void* argument) {
  (void)argument;
  sem_post(&there);
  sem_wait(&back);
  while (taken_by == 0) sched_yield();
  return NULL;
}

int main(void) {
  pthread_t thread;
  sem_init(&there, 0, 0);
  sem_init(&back, 0, 0);
  change(SIG_BLOCK, SIGUSR1);
  pthread_create(&thread, NULL, changes_its_own, NULL);
  sem_wait(&there);
  VALUE(blocks(SIGUSR1));
  VALUE(blocks(SIGUSR2));
  sem_post(&back);
  pthread_join(thread, NULL);
  VALUE(blocks(SIGUSR1));
  VALUE(blocks(SIGUSR2));
  change(SIG_UNBLOCK, SIGUSR1);

  signal(SIGUSR1, take);
  pthread_create(&thread, NULL, waits, NULL);
  sem_wait(&there);
  ERROR(pthread_kill(thread, 0));
  ERROR(pthread_kill(thread, SIGUSR1));
  sem_post(&back);
  pthread_join(thread, NULL);
  VALUE(pthread_equal(taken_by, thread) != 0);
  return 0;
}
