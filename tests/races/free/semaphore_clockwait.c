// FREE: A semaphore with one permit is a lock; it is taken in three ways.
// WHY: Each post synchronizes with the next successful wait, timed or not.
// TSAN: It does not know sem_clockwait.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t permit;
int data;

static void* by_clock(void* unused) {
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 100;
  if (sem_clockwait(&permit, CLOCK_MONOTONIC, &limit) != 0) return unused;
  ++data;
  sem_post(&permit);
  return unused;
}

static void* by_chance(void* unused) {
  if (sem_trywait(&permit) != 0) return unused;
  ++data;
  sem_post(&permit);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&permit, 0, 1);
  pthread_create(&threads[0], 0, by_clock, 0);
  pthread_create(&threads[1], 0, by_chance, 0);
  sem_wait(&permit);
  ++data;
  sem_post(&permit);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
