// REPAIRED: The signal is blocked while the flag is tested; sigsuspend unblocks it and waits in one step.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_stop(int number) {
  (void)number;
  stop = 1;
}

static void* wait_for_stop(void* unused) {
  sigset_t all_open;
  sigemptyset(&all_open);
  while (!stop) sigsuspend(&all_open);
  return unused;
}

int main(void) {
  pthread_t waiter;
  sigset_t mine;
  sigemptyset(&mine);
  sigaddset(&mine, SIGUSR1);
  signal(SIGUSR1, on_stop);
  pthread_sigmask(SIG_BLOCK, &mine, 0);
  pthread_create(&waiter, 0, wait_for_stop, 0);
  pthread_kill(waiter, SIGUSR1);
  pthread_join(waiter, 0);
}
