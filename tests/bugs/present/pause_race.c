// BUG: The signal comes between the test of the flag and pause(), which then waits for another one.
// EXPECT: deadlock
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_stop(int number) {
  (void)number;
  stop = 1;
}

static void* wait_for_stop(void* unused) {
  while (!stop) pause();
  return unused;
}

int main(void) {
  pthread_t waiter;
  signal(SIGUSR1, on_stop);
  pthread_create(&waiter, 0, wait_for_stop, 0);
  pthread_kill(waiter, SIGUSR1);
  pthread_join(waiter, 0);
}
