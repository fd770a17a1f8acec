// REPAIRED: The worker's ticket is left to it, and the semaphore outlives it.
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
  pthread_join(thread, 0);
  sem_destroy(&tickets);
}
