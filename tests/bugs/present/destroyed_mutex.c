// BUG: The owner destroys the mutex while the worker may still hold it.
// EXPECT: destroyed_in_use | use_after_destroy | data_race
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t nearly_done;
static int work;

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  ++work;
  sem_post(&nearly_done);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&nearly_done, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  sem_wait(&nearly_done);
  pthread_mutex_destroy(&lock);
  pthread_join(thread, 0);
}
