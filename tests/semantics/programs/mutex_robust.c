/* COVERS: robust mutexes of every type: EOWNERDEAD, consistent, ENOTRECOVERABLE; priority protocols and ceilings. */
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

#include "say.h"
#include "times.h"

static pthread_mutex_t mutex;

static void make(int type, int robust) {
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  pthread_mutexattr_settype(&attribute, type);
  pthread_mutexattr_setrobust(&attribute, robust);
  ERROR(pthread_mutex_init(&mutex, &attribute));
}

static void* die_with_it(void* argument) {
  ERROR(pthread_mutex_lock(&mutex));
  return argument;
}

static void let(void* (*routine)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, routine, NULL);
  pthread_join(thread, NULL);
}

static void* use_it(void* argument) {
  ERROR(pthread_mutex_lock(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  return argument;
}

static void* try_it(void* argument) {
  ERROR(pthread_mutex_trylock(&mutex));
  return argument;
}

static void mended(void) {
  let(die_with_it);
  ERROR(pthread_mutex_lock(&mutex));
  ERROR(pthread_mutex_consistent(&mutex));
  ERROR(pthread_mutex_consistent(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  let(use_it);
  let(try_it); /* dies with it */
  ERROR(pthread_mutex_trylock(&mutex));
  ERROR(pthread_mutex_consistent(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
}

static void lost(void) {
  let(die_with_it);
  const struct timespec late = from_now(CLOCK_REALTIME, 100000);
  ERROR(pthread_mutex_timedlock(&mutex, &late));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_lock(&mutex));
  ERROR(pthread_mutex_consistent(&mutex));
  ERROR(pthread_mutex_destroy(&mutex));
}

static sem_t waiting;

static void* wait_for_it(void* argument) {
  sem_post(&waiting);
  const int error = pthread_mutex_lock(&mutex);
  ERROR(error);
  ERROR(pthread_mutex_consistent(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  return argument;
}

static void* hold_while_another_waits(void* argument) {
  pthread_t* waiter = argument;
  ERROR(pthread_mutex_lock(&mutex));
  pthread_create(waiter, NULL, wait_for_it, NULL);
  sem_wait(&waiting);
  return NULL;
}

static void ceilings(void) {
  pthread_mutexattr_t attribute;
  int ceiling = -1;
  pthread_mutexattr_init(&attribute);
  ERROR(pthread_mutexattr_setprotocol(&attribute, PTHREAD_PRIO_PROTECT));
  ERROR(pthread_mutexattr_setprioceiling(&attribute, 20));
  ERROR(pthread_mutex_init(&mutex, &attribute));
  ERROR(pthread_mutex_getprioceiling(&mutex, &ceiling));
  VALUE(ceiling);
  ERROR(pthread_mutex_setprioceiling(&mutex, 1000, &ceiling));
  ERROR(pthread_mutex_destroy(&mutex));
  ERROR(pthread_mutexattr_setprotocol(&attribute, PTHREAD_PRIO_NONE));
  ERROR(pthread_mutex_init(&mutex, &attribute));
  ERROR(pthread_mutex_getprioceiling(&mutex, &ceiling));
  ERROR(pthread_mutex_setprioceiling(&mutex, 5, &ceiling));
  ERROR(pthread_mutex_consistent(&mutex));
  ERROR(pthread_mutex_destroy(&mutex));
  ERROR(pthread_mutexattr_setprotocol(&attribute, PTHREAD_PRIO_INHERIT));
  ERROR(pthread_mutex_init(&mutex, &attribute));
  ERROR(pthread_mutex_lock(&mutex));
  let(try_it);
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_destroy(&mutex));
}

int main(void) {
  const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK};
  for (int i = 0; i < 3; ++i) {
    make(types[i], PTHREAD_MUTEX_ROBUST);
    mended();
    lost();
  }
  sem_init(&waiting, 0, 0);
  make(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
  pthread_t holder, waiter;
  pthread_create(&holder, NULL, hold_while_another_waits, &waiter);
  pthread_join(holder, NULL);
  pthread_join(waiter, NULL);
  ERROR(pthread_mutex_unlock(&mutex));
  ceilings();
  return 0;
}
