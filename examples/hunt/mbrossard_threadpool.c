// mbrossard/threadpool, commit 9f7df71 (December 2020); needs threadpool.c, compiled with sleave-cc too.
//
// Two threads destroy the pool; the second gets threadpool_shutdown, but keeps the lock: found in run 2, behind a
// failure of run 1, with --keep-going. threadpool_free() destroys and frees the mutex that it has just locked, in each
// run, also with one call of threadpool_destroy().
#include <pthread.h>
#include "threadpool.h"
static _Atomic int n;
static void job(void* p) { n++; }
static void* shut(void* p) {
  threadpool_destroy(p, threadpool_graceful);
  return 0;
}
int main(void) {
  threadpool_t* p = threadpool_create(2, 4, 0);
  threadpool_add(p, job, 0, 0);
  pthread_t t;
  pthread_create(&t, 0, shut, p);
  threadpool_destroy(p, threadpool_graceful);
  pthread_join(t, 0);
}
