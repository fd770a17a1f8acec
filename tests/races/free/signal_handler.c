// FREE: A signal handler, run in another thread, announces its message with release.
// WHY: The sender's acquire load reads the handler's store.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

int message;
int seen;
atomic_int handled, finished;

static void handle(int number) {
  message = number;
  atomic_store_explicit(&handled, 1, memory_order_release);
}

static void* work(void* unused) {
  while (!finished) sched_yield();
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, 0, work, 0);
  pthread_kill(thread, SIGUSR1);
  while (!atomic_load_explicit(&handled, memory_order_acquire)) sched_yield();
  seen = message;
  finished = 1;
  pthread_join(thread, 0);
}
