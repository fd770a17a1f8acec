// BUG: Main takes the post for itself and destroys the semaphore the worker waits on.
// EXPECT: destroyed_in_use | use_after_destroy | data_race
#include <pthread.h>
#include <semaphore.h>

static sem_t tickets;

static void* worker(void* unused) {
  sem_wait(&tickets);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&tickets, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  sem_post(&tickets);
  sem_trywait(&tickets);
  sem_destroy(&tickets);
  pthread_join(thread, 0);
}
