// BUG: A thread writes to a descriptor that another has closed; the number already stands for something else.
// EXPECT: descriptor_reuse
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int log_ends[2];
static int data_ends[2];
static atomic_int log_open = 1;

static void* logger(void* unused) {
  if (atomic_load(&log_open) && write(log_ends[1], "line", 4) != 4) return unused;
  return unused;
}

// The log is no longer needed; its numbers are free for the data.
static void* replace(void* unused) {
  atomic_store(&log_open, 0);
  close(log_ends[1]);
  close(log_ends[0]);
  if (pipe(data_ends) != 0) return unused;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(log_ends) != 0) return 1;
  pthread_create(&threads[0], NULL, logger, NULL);
  pthread_create(&threads[1], NULL, replace, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
