#include "sum.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };

struct Job {
  int first, last;
  atomic_long* total;
  pthread_mutex_t* mutex;
  long* checked;
};

static void* work(void* argument) {
  struct Job* job = argument;
  for (int i = job->first; i <= job->last; i += THREADS) {
    atomic_fetch_add(job->total, i);
    pthread_mutex_lock(job->mutex);
    *job->checked += i;
    pthread_mutex_unlock(job->mutex);
  }
  return 0;
}

long sum_with_threads(int n) {
  atomic_long total = 0;
  long checked = 0;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[THREADS];
  struct Job jobs[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    jobs[i] = (struct Job){i + 1, n, &total, &mutex, &checked};
    pthread_create(&threads[i], 0, work, &jobs[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return checked == total ? checked : -1;
}
