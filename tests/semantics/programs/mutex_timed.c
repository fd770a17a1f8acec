/* COVERS: pthread_mutex_timedlock and clocklock: time-outs, bad times, bad clocks, relocking by kind. */
#include <pthread.h>

#include "say.h"
#include "times.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void* while_held(void* argument) {
  pthread_mutex_t* held = argument;
  struct timespec soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_mutex_timedlock(held, &soon));
  ERROR(pthread_mutex_timedlock(held, &long_ago));
  ERROR(pthread_mutex_timedlock(held, &before_time));
  ERROR(pthread_mutex_timedlock(held, &too_many_nanoseconds));
  ERROR(pthread_mutex_timedlock(held, &negative_nanoseconds));
  soon = from_now(CLOCK_MONOTONIC, 2);
  ERROR(pthread_mutex_clocklock(held, CLOCK_MONOTONIC, &soon));
  soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_mutex_clocklock(held, CLOCK_REALTIME, &soon));
  ERROR(pthread_mutex_clocklock(held, CLOCK_MONOTONIC, &too_many_nanoseconds));
  ERROR(pthread_mutex_clocklock(held, CLOCK_PROCESS_CPUTIME_ID, &long_ago));
  return NULL;
}

static void let_another_try(pthread_mutex_t* held) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, while_held, held) != 0) say("no thread");
  ERROR(pthread_join(thread, NULL));
}

static void free_mutex(void) {
  const struct timespec later = from_now(CLOCK_REALTIME, 100000);
  ERROR(pthread_mutex_timedlock(&mutex, &later));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_timedlock(&mutex, &long_ago));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_timedlock(&mutex, &too_many_nanoseconds));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &negative_nanoseconds));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC_RAW, &later));
  ERROR(pthread_mutex_clocklock(&mutex, 99, &later));
}

int main(void) {
  free_mutex();
  ERROR(pthread_mutex_lock(&mutex));
  let_another_try(&mutex);
  const struct timespec soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_mutex_timedlock(&mutex, &soon));
  ERROR(pthread_mutex_unlock(&mutex));

  ERROR(pthread_mutex_timedlock(&recursive, &soon));
  ERROR(pthread_mutex_timedlock(&recursive, &long_ago));
  let_another_try(&recursive);
  ERROR(pthread_mutex_unlock(&recursive));
  ERROR(pthread_mutex_unlock(&recursive));
  ERROR(pthread_mutex_unlock(&recursive));

  ERROR(pthread_mutex_timedlock(&checking, &soon));
  ERROR(pthread_mutex_timedlock(&checking, &soon));
  ERROR(pthread_mutex_clocklock(&checking, CLOCK_MONOTONIC, &soon));
  let_another_try(&checking);
  ERROR(pthread_mutex_unlock(&checking));
  return 0;
}
