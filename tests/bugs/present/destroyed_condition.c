// BUG: Shutdown destroys the condition while a worker may wait on it.
// EXPECT: destroyed_in_use | use_after_destroy | data_race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int stop;

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  while (!stop) pthread_cond_wait(&wake, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  stop = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_destroy(&wake);
  pthread_join(thread, 0);
}
