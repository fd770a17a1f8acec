// FREE: Three ways to join with conditions; the result is read only after one has succeeded.
// WHY: A join that succeeds synchronizes with the end of the thread.
// TSAN: It does not know pthread_clockjoin_np.
#include <pthread.h>
#include <time.h>

int result;
int seen;

static void* work(void* unused) {
  result = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec limit;
  pthread_create(&thread, 0, work, 0);
  if (pthread_tryjoin_np(thread, 0) == 0) {
    seen = result;
    return 0;
  }
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 1;
  if (pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, &limit) != 0) pthread_join(thread, 0);
  seen = result;
}
