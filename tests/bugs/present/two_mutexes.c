// BUG: Readers and writers wait on one condition, each with a mutex of their own.
// EXPECT: wait_without_mutex
#include <pthread.h>

static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t write_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int open_for_reading, open_for_writing;

static void* reader(void* unused) {
  pthread_mutex_lock(&read_lock);
  while (!open_for_reading) pthread_cond_wait(&changed, &read_lock);
  pthread_mutex_unlock(&read_lock);
  return unused;
}

static void* writer(void* unused) {
  pthread_mutex_lock(&write_lock);
  while (!open_for_writing) pthread_cond_wait(&changed, &write_lock);
  pthread_mutex_unlock(&write_lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, writer, 0);
  pthread_mutex_lock(&read_lock);
  pthread_mutex_lock(&write_lock);
  open_for_reading = open_for_writing = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&write_lock);
  pthread_mutex_unlock(&read_lock);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
