// A scanner of networks. Its window sets how often to ping, without a lock; the pinger reads that before each of two
// rounds, and pings only if it is not off. Two scanners enter the hosts they find in a table, under a lock.
//
// RACES: 1, the interval
// RUNS: 12, on in both rounds, in the first or in none, and one race, in each of three beginnings (see object_pool)
#include <pthread.h>

enum { kHosts = 3, kRounds = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int interval = 1;
int found[2 * kHosts];
int hosts;
int pings;

static void* window(void* unused) {
  interval = 0;
  return unused;
}

static void* ping(void* unused) {
  for (int i = 0; i < kRounds; ++i) {
    if (interval == 0) continue;
    pthread_mutex_lock(&lock);
    pings = pings + hosts;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* scan(void* first) {
  for (int i = 0; i < kHosts; ++i) {
    pthread_mutex_lock(&lock);
    found[(first != 0 ? kHosts : 0) + i] = 1;
    hosts = hosts + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, window, 0);
  pthread_create(&threads[1], 0, ping, 0);
  pthread_create(&threads[2], 0, scan, 0);
  pthread_create(&threads[3], 0, scan, &lock);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return 0;
}
