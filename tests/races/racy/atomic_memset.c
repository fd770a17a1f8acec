// RACE: An atomic counter is set back by memset.
// WHY: memset is not atomic, whatever it writes to.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct statistics {
  atomic_int hits;
  atomic_int misses;
  int padding[30];
};

struct statistics statistics;
size_t size = sizeof statistics;

static void* hit(void* unused) {
  atomic_fetch_add(&statistics.hits, 1);  // race: write
  return unused;
}

static void* reset(void* unused) {
  memset(&statistics, 0, size);  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, hit, 0);
  pthread_create(&threads[1], 0, reset, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
