// BUG: A copy of the newest message is made after the lock is given back, when it may have been replaced and freed.
// EXPECT: heap_use_after_free | data_race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char* newest;
static atomic_int copies;

static void* replace(void* unused) {
  char* message = calloc(40, 1);
  pthread_mutex_lock(&lock);
  char* old = newest;
  newest = message;
  free(old);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* copy(void* into) {
  pthread_mutex_lock(&lock);
  const char* message = newest;
  pthread_mutex_unlock(&lock);
  atomic_fetch_add(&copies, 1);
  memcpy(into, message, 40);
  return NULL;
}

int main(void) {
  static char received[40];
  newest = calloc(40, 1);
  pthread_t writer, reader;
  pthread_create(&writer, NULL, replace, NULL);
  pthread_create(&reader, NULL, copy, received);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  free(newest);
  return 0;
}
