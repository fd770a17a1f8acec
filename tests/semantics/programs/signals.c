/* COVERS: handlers of signals a thread sends to itself, by raise, kill, tgkill, pthread_kill; masks of each thread. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "say.h"

static atomic_int taken;
static volatile sig_atomic_t last;
static _Thread_local int own;

static void take(int number) {
  last = number;
  atomic_fetch_add(&taken, 1);
  ++own;
}

static void take_with_info(int number, siginfo_t* info, void* context) {
  (void)context;
  take(number);
  VALUE(info->si_signo == number);
}

static void install(int number, int flags) {
  struct sigaction action = {0};
  action.sa_handler = take;
  action.sa_flags = flags;
  RESULT(sigaction(number, &action, NULL));
}

static void to_itself(void) {
  install(SIGUSR1, 0);
  RESULT(raise(SIGUSR1));
  VALUE(taken);
  RESULT(tgkill(getpid(), gettid(), SIGUSR1));
  VALUE(taken);
  RESULT(syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1));
  VALUE(taken);
  ERROR(pthread_kill(pthread_self(), SIGUSR1));
  VALUE(taken);
  VALUE(own);
  VALUE(last == SIGUSR1);
}

/* Only while there is one thread is it certain who takes it. */
static void to_the_process(void) {
  RESULT(kill(getpid(), SIGUSR1));
  VALUE(taken);
}

static void errors(void) {
  RESULT(kill(getpid(), 0));
  RESULT(kill(getpid(), 1000));
  RESULT(raise(1000));
  RESULT(tgkill(getpid(), gettid(), 1000));
  RESULT(kill(0x3fffffff, 0));
  ERROR(pthread_kill(pthread_self(), 0));
  ERROR(pthread_kill(pthread_self(), 1000));
  VALUE(getpid() == getpid());
  VALUE(gettid() == getpid());
  VALUE(getpid() == syscall(SYS_getpid));
}

static void once_only(void) {
  install(SIGUSR2, SA_RESETHAND);
  RESULT(raise(SIGUSR2));
  struct sigaction now;
  RESULT(sigaction(SIGUSR2, NULL, &now));
  VALUE(now.sa_handler == SIG_DFL);
  VALUE(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
  RESULT(raise(SIGUSR2));
  struct sigaction action = {0};
  action.sa_sigaction = take_with_info;
  action.sa_flags = SA_SIGINFO;
  RESULT(sigaction(SIGUSR2, &action, NULL));
  RESULT(raise(SIGUSR2));
}

static void blocked(void) {
  sigset_t mine, pending;
  sigemptyset(&mine);
  sigaddset(&mine, SIGUSR1);
  ERROR(pthread_sigmask(SIG_BLOCK, &mine, NULL));
  const int before = taken;
  RESULT(raise(SIGUSR1));
  VALUE(taken - before);
  RESULT(sigpending(&pending));
  VALUE(sigismember(&pending, SIGUSR1));
  ERROR(pthread_sigmask(SIG_UNBLOCK, &mine, NULL));
  VALUE(taken - before);
}

static sigjmp_buf jump;
static void jump_out(int number) { siglongjmp(jump, number); }

static void caught_fault(void) {
  signal(SIGSEGV, jump_out);
  const int number = sigsetjmp(jump, 1);
  if (number == 0) *(volatile int*)16 = 1;
  VALUE(number == SIGSEGV);
  signal(SIGSEGV, SIG_DFL);
  signal(SIGFPE, jump_out);
  if (sigsetjmp(jump, 1) == 0) raise(SIGFPE);
  say("after SIGFPE");
}

static void* in_thread(void* argument) {
  to_itself();
  blocked();
  caught_fault();
  return argument;
}

int main(void) {
  to_itself();
  to_the_process();
  errors();
  once_only();
  blocked();
  caught_fault();
  pthread_t thread;
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
  return 0;
}
