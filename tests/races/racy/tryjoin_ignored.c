// RACE: The result of pthread_tryjoin_np is not looked at.
// SCHEDULE: some; the thread must still be running.
// WHY: Only a successful join synchronizes with the end of the thread.
#include <pthread.h>

int result;
int seen;

static void* work(void* unused) {
  result = 1;  // race: write
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int failed = pthread_tryjoin_np(thread, 0);
  seen = result;  // race: read
  if (failed) pthread_join(thread, 0);
}
