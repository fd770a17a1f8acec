/* COVERS: sigwait, sigwaitinfo, sigtimedwait, sigsuspend, pause; sigqueue and pthread_sigqueue with values; order. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "say.h"

static atomic_int taken;
static sem_t ready;

static void take(int number) {
  printf("handler of %s\n", sigabbrev_np(number));
  fflush(stdout);
  atomic_fetch_add(&taken, 1);
}

static void take_value(int number, siginfo_t* info, void* context) {
  (void)context;
  VALUE(number - SIGRTMIN);
  VALUE(info->si_value.sival_int);
  VALUE(info->si_code == SI_QUEUE);
  VALUE(info->si_pid == getpid());
}

static sigset_t set_of(int first, int second) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, first);
  if (second != 0) sigaddset(&set, second);
  return set;
}

static void taken_from_the_queue(void) {
  sigset_t set = set_of(SIGUSR1, SIGUSR2);
  int number = 0;
  siginfo_t info;
  const struct timespec soon = {0, 1000000};
  ERROR(pthread_sigmask(SIG_BLOCK, &set, NULL));
  RESULT(sigtimedwait(&set, &info, &soon));
  RESULT(raise(SIGUSR2));
  RESULT(raise(SIGUSR1));
  RESULT(kill(getpid(), SIGUSR1));
  ERROR(sigwait(&set, &number));
  VALUE(number == SIGUSR1);
  RESULT(sigwaitinfo(&set, &info) == SIGUSR1);
  VALUE(info.si_code == SI_USER);
  RESULT(sigtimedwait(&set, &info, &soon) == SIGUSR2);
  VALUE(info.si_code == SI_TKILL);
  RESULT(sigtimedwait(&set, NULL, &soon));
}

static void values(void) {
  struct sigaction action = {0};
  action.sa_sigaction = take_value;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGRTMIN, &action, NULL);
  sigaction(SIGRTMIN + 1, &action, NULL);
  sigset_t set = set_of(SIGRTMIN, SIGRTMIN + 1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  RESULT(sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = 10}));
  RESULT(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 1}));
  RESULT(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 2}));
  ERROR(pthread_sigqueue(pthread_self(), SIGRTMIN, (union sigval){.sival_int = 3}));
  ERROR(pthread_sigqueue(pthread_self(), 1000, (union sigval){.sival_int = 3}));
  RESULT(sigqueue(getpid(), 1000, (union sigval){.sival_int = 3}));
  siginfo_t info;
  set = set_of(SIGRTMIN, 0);
  RESULT(sigwaitinfo(&set, &info) == SIGRTMIN);
  VALUE(info.si_value.sival_int);
  set = set_of(SIGRTMIN, SIGRTMIN + 1);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void several_at_once(void) {
  sigset_t set = set_of(SIGUSR1, SIGUSR2);
  signal(SIGUSR1, take);
  signal(SIGUSR2, take);
  raise(SIGUSR2);
  raise(SIGUSR1);
  say("both pending");
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  say("both taken");
  struct sigaction action = {0};
  action.sa_handler = take;
  action.sa_mask = set;
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  raise(SIGUSR1);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void* suspend(void* argument) {
  sigset_t set = set_of(SIGUSR1, 0), open;
  sigemptyset(&open);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sem_post(&ready);
  RESULT(sigsuspend(&open));
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  VALUE(sigismember(&set, SIGUSR1));
  return argument;
}

static void* just_pause(void* argument) {
  sem_post(&ready);
  RESULT(pause());
  return argument;
}

static void* wait_for_one(void* argument) {
  sigset_t set = set_of(SIGUSR1, 0);
  int number = 0;
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sem_post(&ready);
  ERROR(sigwait(&set, &number));
  VALUE(number == SIGUSR1);
  return argument;
}

static void in_a_thread(void* (*routine)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, routine, NULL);
  sem_wait(&ready);
  usleep(200000);
  const int error = pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  VALUE(error);
}

int main(void) {
  sem_init(&ready, 0, 0);
  taken_from_the_queue();
  values();
  several_at_once();
  in_a_thread(suspend);
  in_a_thread(just_pause);
  in_a_thread(wait_for_one);
  sigset_t set = set_of(SIGUSR1, 0);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_one, NULL);
  sem_wait(&ready);
  const int result = kill(getpid(), SIGUSR1);
  pthread_join(thread, NULL);
  VALUE(result);
  VALUE(taken);
  return 0;
}
