// BUG: A reader takes the read lock again, inside a lock that prefers waiting writers; the writer waits for the reader.
// EXPECT: deadlock
#include <pthread.h>

/* Prefers writers: a new reader waits while a writer does. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writers_waiting, writing;

static void read_lock(void) {
  pthread_mutex_lock(&lock);
  while (writing || writers_waiting > 0) pthread_cond_wait(&changed, &lock);
  ++readers;
  pthread_mutex_unlock(&lock);
}

static void read_unlock(void) {
  pthread_mutex_lock(&lock);
  --readers;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void* write_once(void* unused) {
  pthread_mutex_lock(&lock);
  ++writers_waiting;
  while (readers > 0) pthread_cond_wait(&changed, &lock);
  --writers_waiting;
  writing = 1;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  writing = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

static int size_of_table(void) {
  read_lock();
  int size = 3;
  read_unlock();
  return size;
}

static void* read_all(void* unused) {
  read_lock();
  int size = size_of_table();
  read_unlock();
  return size == 3 ? unused : 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, read_all, 0);
  pthread_create(&threads[1], 0, write_once, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
