// FIRST events of one thread and SECOND of another, all on one object. The exit code is the rank of the interleaving,
// among those that choose the first thread's places.
//
// surw makes all of them equally likely. pos draws anew for both threads before every event, because all race: a fair
// coin at each step until one thread is done.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int clock_;
static int place[FIRST + SECOND];  // by the first thread's and then the second's events

static void* first(void* unused) {
  for (int i = 0; i < FIRST; ++i) place[i] = atomic_fetch_add(&clock_, 1);
  return unused;
}

static void* second(void* unused) {
  for (int i = 0; i < SECOND; ++i) place[FIRST + i] = atomic_fetch_add(&clock_, 1);
  return unused;
}

static int choose(int n, int k) { return k < 0 || k > n ? 0 : k == 0 ? 1 : choose(n - 1, k - 1) + choose(n - 1, k); }

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  int rank = 0;
  for (int i = 0; i < FIRST; ++i) rank += choose(place[i], i + 1);
  return rank;
}
