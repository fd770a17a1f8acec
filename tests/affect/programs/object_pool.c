// A pool of objects. One thread replaces the factory without the lock; another makes a new object, and reads the
// factory without the lock, only if no object is in use; a third gives the last object back. All count what they do
// under a lock of its own.
//
// RACES: 1, the factory
// RUNS: 9, two outcomes of one branch and one race, in each of three beginnings (more memory turns out to be shared)
#include <pthread.h>

enum { kCounts = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
int in_use = 1;
int factory = 1;
int counted;
int made;

static void count(void) {
  for (int i = 0; i < kCounts; ++i) {
    pthread_mutex_lock(&counting);
    counted = counted + 1;
    pthread_mutex_unlock(&counting);
  }
}

static void* replace_factory(void* unused) {
  count();
  factory = 2;
  return unused;
}

static void* take(void* unused) {
  count();
  pthread_mutex_lock(&lock);
  const int makes = in_use == 0;
  pthread_mutex_unlock(&lock);
  if (makes) made = factory;
  return unused;
}

static void* give_back(void* unused) {
  count();
  pthread_mutex_lock(&lock);
  in_use = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, replace_factory, 0);
  pthread_create(&threads[1], 0, take, 0);
  pthread_create(&threads[2], 0, give_back, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
