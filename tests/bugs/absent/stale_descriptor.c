// REPAIRED: The check, the write and the close are under one mutex.
#include <pthread.h>
#include <unistd.h>

static int log_ends[2];
static int data_ends[2];
static int log_open = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* logger(void* unused) {
  pthread_mutex_lock(&mutex);
  if (log_open && write(log_ends[1], "line", 4) != 4) unused = NULL;
  pthread_mutex_unlock(&mutex);
  return unused;
}

// The log is no longer needed; its numbers are free for the data.
static void* replace(void* unused) {
  pthread_mutex_lock(&mutex);
  log_open = 0;
  close(log_ends[1]);
  close(log_ends[0]);
  pthread_mutex_unlock(&mutex);
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
