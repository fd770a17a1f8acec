/* COVERS: pthread conditions: waits that are signalled, broadcast, timed out on both clocks; bad times and clocks. */
#include <pthread.h>

#include "say.h"
#include "times.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_cond_t other_way = PTHREAD_COND_INITIALIZER;
static int waiting;
static int turn;
static int passed;

static void* wait_for_turn(void* argument) {
  const int own = *(const int*)argument;
  pthread_mutex_lock(&mutex);
  ++waiting;
  pthread_cond_signal(&other_way);
  while (turn != own) pthread_cond_wait(&condition, &mutex);
  say_value("turn of", own);
  ++passed;
  pthread_cond_signal(&other_way);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void in_order(void) {
  int numbers[3] = {1, 2, 3};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) ERROR(pthread_create(&threads[i], NULL, wait_for_turn, &numbers[i]));
  ERROR(pthread_mutex_lock(&mutex));
  while (waiting < 3) pthread_cond_wait(&other_way, &mutex);
  for (int i = 0; i < 3; ++i) {
    turn = numbers[2 - i];
    ERROR(pthread_cond_broadcast(&condition));
    while (passed <= i) pthread_cond_wait(&other_way, &mutex);
  }
  ERROR(pthread_mutex_unlock(&mutex));
  for (int i = 0; i < 3; ++i) ERROR(pthread_join(threads[i], NULL));
}

static void time_outs(pthread_cond_t* cond, clockid_t clock) {
  struct timespec soon = from_now(clock, 2);
  ERROR(pthread_cond_timedwait(cond, &mutex, &soon));
  ERROR(pthread_cond_timedwait(cond, &mutex, &long_ago));
  ERROR(pthread_cond_timedwait(cond, &mutex, &before_time));
  ERROR(pthread_cond_timedwait(cond, &mutex, &too_many_nanoseconds));
  ERROR(pthread_cond_timedwait(cond, &mutex, &negative_nanoseconds));
  soon = from_now(CLOCK_MONOTONIC, 2);
  ERROR(pthread_cond_clockwait(cond, &mutex, CLOCK_MONOTONIC, &soon));
  soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_cond_clockwait(cond, &mutex, CLOCK_REALTIME, &soon));
  ERROR(pthread_cond_clockwait(cond, &mutex, CLOCK_REALTIME, &too_many_nanoseconds));
  ERROR(pthread_cond_clockwait(cond, &mutex, CLOCK_BOOTTIME, &long_ago));
  ERROR(pthread_mutex_trylock(&mutex));
}

static void with_clock(clockid_t clock) {
  pthread_condattr_t attribute;
  pthread_cond_t cond;
  clockid_t got = 0;
  ERROR(pthread_condattr_init(&attribute));
  ERROR(pthread_condattr_setclock(&attribute, clock));
  ERROR(pthread_condattr_getclock(&attribute, &got));
  VALUE(got == clock);
  ERROR(pthread_cond_init(&cond, &attribute));
  ERROR(pthread_cond_signal(&cond));
  ERROR(pthread_cond_broadcast(&cond));
  time_outs(&cond, clock);
  const struct timespec past = from_now(clock, -1000);
  ERROR(pthread_cond_timedwait(&cond, &mutex, &past));
  ERROR(pthread_cond_destroy(&cond));
}

static void recursive_once(void) {
  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  ERROR(pthread_mutex_lock(&recursive));
  ERROR(pthread_cond_timedwait(&condition, &recursive, &long_ago));
  ERROR(pthread_mutex_unlock(&recursive));
  ERROR(pthread_mutex_unlock(&recursive));
}

int main(void) {
  in_order();
  ERROR(pthread_mutex_lock(&mutex));
  time_outs(&condition, CLOCK_REALTIME);
  with_clock(CLOCK_REALTIME);
  with_clock(CLOCK_MONOTONIC);
  ERROR(pthread_mutex_unlock(&mutex));
  pthread_condattr_t attribute;
  pthread_condattr_init(&attribute);
  ERROR(pthread_condattr_setclock(&attribute, CLOCK_PROCESS_CPUTIME_ID));
  recursive_once();
  ERROR(pthread_cond_destroy(&condition));
  return 0;
}
