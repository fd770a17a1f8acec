// BUG: The closer destroys the queue's mutex while a producer may still come.
// EXPECT: use_after_destroy | destroyed_in_use | data_race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items;

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  ++items;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  pthread_mutex_lock(&lock);
  items = 0;
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
  pthread_join(producer, 0);
}
