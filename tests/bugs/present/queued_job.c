// BUG: Two threads see one job in a message queue; the second receive never returns.
// EXPECT: deadlock
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static mqd_t jobs;
static atomic_int waiting_jobs;

static int claim(void) { return atomic_load(&waiting_jobs) > 0; }

static void* work(void* unused) {
  char job[16];
  if (!claim()) return unused;
  if (mq_receive(jobs, job, sizeof job, NULL) != 1) return unused;
  atomic_fetch_sub(&waiting_jobs, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = 16};
  jobs = mq_open("/sleave-test-jobs", O_RDWR | O_CREAT, 0600, &attributes);
  mq_unlink("/sleave-test-jobs");
  if (jobs < 0 || mq_send(jobs, "j", 1, 0) != 0) return 1;
  atomic_store(&waiting_jobs, 1);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
