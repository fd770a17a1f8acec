// FREE: Each thread raises a signal; the handler changes a thread-local variable.
// WHY: raise runs the handler in the calling thread, before it returns.
#include <pthread.h>
#include <signal.h>

static _Thread_local volatile sig_atomic_t raised;
int seen[2];

static void handle(int number) { raised = number; }

static void* work(void* result) {
  raise(SIGUSR1);
  *(int*)result = raised;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  signal(SIGUSR1, handle);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &seen[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
