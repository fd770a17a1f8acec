// BUG: The waiter waits without a predicate; a signal sent before it waits is lost.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t data_ready = PTHREAD_COND_INITIALIZER;

static void* wait_for_data(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&data_ready, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* deliver_data(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&data_ready);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t reader;
  pthread_t device;
  pthread_create(&reader, 0, wait_for_data, 0);
  pthread_create(&device, 0, deliver_data, 0);
  pthread_join(reader, 0);
  pthread_join(device, 0);
}
