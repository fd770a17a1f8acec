// BUG: A customer looks for a sleeping barber, and only then sits down; the barber falls asleep in between.
// EXPECT: deadlock
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t customers, haircut;
static atomic_int waiting, asleep;

static void* barber(void* unused) {
  if (atomic_load(&waiting) == 0) {
    atomic_store(&asleep, 1);
    sem_wait(&customers);
  }
  atomic_fetch_sub(&waiting, 1);
  sem_post(&haircut);
  return unused;
}

static void* customer(void* unused) {
  int must_wake = atomic_load(&asleep);
  atomic_fetch_add(&waiting, 1);
  if (must_wake) sem_post(&customers);
  sem_wait(&haircut);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&customers, 0, 0);
  sem_init(&haircut, 0, 0);
  pthread_create(&threads[0], 0, barber, 0);
  pthread_create(&threads[1], 0, customer, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
