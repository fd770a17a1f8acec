// RACE: A signal handler, run in another thread, writes a plain variable.
// SCHEDULE: some; the flag must be seen.
// WHY: The handler belongs to the thread that runs it; its write is not ordered with the sender's read.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

int message;
int seen;
atomic_int handled, finished;

static void handle(int number) {
  message = number;  // race: write
  atomic_store_explicit(&handled, 1, memory_order_relaxed);
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
  while (!atomic_load_explicit(&handled, memory_order_relaxed)) sched_yield();
  seen = message;  // race: read
  finished = 1;
  pthread_join(thread, 0);
}
