// FREE: Two threads write and read a volatile variable.
// WHY: With --volatile=relaxed these are relaxed atomic accesses.
// TSAN: ThreadSanitizer knows no such meaning of volatile.
// OPTIONS: --volatile=relaxed
#include <pthread.h>

volatile long progress;
long seen;

static void* work(void* unused) {
  for (int i = 0; i < 3; ++i) progress = i;
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  seen = progress;
  pthread_join(worker, 0);
  return seen < 3 ? 0 : 1;
}
