// REPAIRED: The eventfd is a semaphore: each read takes one.
#include <pthread.h>
#include <sys/eventfd.h>

static int jobs;

static void* worker(void* unused) {
  eventfd_t count;
  eventfd_read(jobs, &count);
  return unused;
}

int main(void) {
  pthread_t workers[2];
  jobs = eventfd(0, EFD_SEMAPHORE);
  for (int i = 0; i < 2; ++i) pthread_create(&workers[i], NULL, worker, NULL);
  eventfd_write(jobs, 1);
  eventfd_write(jobs, 1);
  for (int i = 0; i < 2; ++i) pthread_join(workers[i], NULL);
}
