// C-Thread-Pool, commit 2b56942 (May 2025); needs thpool.c, compiled with sleave-cc too.
//
// thpool_destroy() frees the pool while the last worker still holds its mutex. Found in run 7 with --volatile=atomic.
#include <assert.h>
#include "thpool.h"
static _Atomic int an;
static void job(void* p) { an++; }
int main(void) {
  threadpool p = thpool_init(2);
  for (int i = 0; i < 3; i++) thpool_add_work(p, job, 0);
  thpool_wait(p);
  assert(an == 3);
  assert(thpool_num_threads_working(p) == 0);
  thpool_destroy(p);
}
