// BUG: A full journal flushes itself from inside its own lock, and flush() takes the lock again.
// EXPECT: double_lock
#include <pthread.h>

enum { CAPACITY = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;
static int flushed;

static void flush_locked(void) {
  flushed += used;
  used = 0;
}

static void flush(void) {
  pthread_mutex_lock(&lock);
  flush_locked();
  pthread_mutex_unlock(&lock);
}

static void append(void) {
  pthread_mutex_lock(&lock);
  if (used == CAPACITY) flush();
  ++used;
  pthread_mutex_unlock(&lock);
}

static void* writer(void* unused) {
  append();
  append();
  return unused;
}

static void* flusher(void* unused) {
  flush();
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, flusher, 0);
  pthread_create(&threads[2], 0, writer, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return used + flushed == 4 ? 0 : 1;
}
