// BUG: Two threads both believe that they have to join the worker.
// EXPECT: join_misuse
#include <pthread.h>

static pthread_t worker;

static void* work(void* unused) { return unused; }

static void* supervise(void* unused) {
  pthread_join(worker, 0);
  return unused;
}

int main(void) {
  pthread_t supervisor;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&supervisor, 0, supervise, 0);
  pthread_join(worker, 0);
  pthread_join(supervisor, 0);
}
