/* COVERS: POSIX semaphores: every return and errno, values, and errno left alone by calls that succeed. */
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

#include "say.h"
#include "times.h"

static sem_t there;
static sem_t back;

static int value_of(sem_t* semaphore) {
  int value = -1;
  RESULT(sem_getvalue(semaphore, &value));
  return value;
}

static void* answer(void* argument) {
  for (int i = 0; i < 3; ++i) {
    sem_wait(&there);
    ++*(int*)argument;
    sem_post(&back);
  }
  return NULL;
}

static void time_outs(sem_t* empty) {
  struct timespec soon = from_now(CLOCK_REALTIME, 2);
  RESULT(sem_trywait(empty));
  RESULT(sem_timedwait(empty, &soon));
  RESULT(sem_timedwait(empty, &long_ago));
  RESULT(sem_timedwait(empty, &before_time));
  RESULT(sem_timedwait(empty, &too_many_nanoseconds));
  RESULT(sem_timedwait(empty, &negative_nanoseconds));
  soon = from_now(CLOCK_MONOTONIC, 2);
  RESULT(sem_clockwait(empty, CLOCK_MONOTONIC, &soon));
  RESULT(sem_clockwait(empty, CLOCK_REALTIME, &long_ago));
  RESULT(sem_clockwait(empty, CLOCK_MONOTONIC_RAW, &soon));
}

static void ping_pong(void) {
  int count = 0;
  pthread_t thread;
  RESULT(sem_init(&there, 0, 0));
  RESULT(sem_init(&back, 0, 0));
  ERROR(pthread_create(&thread, NULL, answer, &count));
  for (int i = 0; i < 3; ++i) {
    RESULT(sem_post(&there));
    RESULT(sem_wait(&back));
    VALUE(count);
  }
  ERROR(pthread_join(thread, NULL));
}

int main(void) {
  sem_t semaphore;
  RESULT(sem_init(&semaphore, 0, 2));
  VALUE(value_of(&semaphore));
  errno = 0;
  RESULT(sem_wait(&semaphore));
  RESULT(sem_trywait(&semaphore));
  VALUE(errno);
  VALUE(value_of(&semaphore));
  time_outs(&semaphore);
  errno = EDOM;
  RESULT(sem_post(&semaphore));
  RESULT(sem_timedwait(&semaphore, &long_ago));
  VALUE(errno == EDOM);
  RESULT(sem_post(&semaphore));
  RESULT(sem_timedwait(&semaphore, &too_many_nanoseconds));
  RESULT(sem_clockwait(&semaphore, 99, &long_ago));
  VALUE(value_of(&semaphore));
  RESULT(sem_destroy(&semaphore));

  RESULT(sem_init(&semaphore, 0, SEM_VALUE_MAX));
  RESULT(sem_post(&semaphore));
  VALUE(value_of(&semaphore));
  RESULT(sem_wait(&semaphore));
  RESULT(sem_post(&semaphore));
  RESULT(sem_destroy(&semaphore));
  RESULT(sem_init(&semaphore, 0, SEM_VALUE_MAX + 1u));
  ping_pong();
  return 0;
}
