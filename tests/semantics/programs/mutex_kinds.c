/* COVERS: pthread mutexes of every kind, made statically and by attribute: what each call returns, by holder and
 * others. */
#include <pthread.h>

#include "say.h"

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

static void* by_another(void* argument) {
  pthread_mutex_t* mutex = argument;
  ERROR(pthread_mutex_trylock(mutex));
  return NULL;
}

static void* unlock_by_another(void* argument) {
  ERROR(pthread_mutex_unlock(argument));
  return NULL;
}

static void* lock_and_unlock(void* argument) {
  ERROR(pthread_mutex_lock(argument));
  ERROR(pthread_mutex_unlock(argument));
  return NULL;
}

static void let(void* (*work)(void*), pthread_mutex_t* mutex) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, mutex) != 0) say("no thread");
  ERROR(pthread_join(thread, NULL));
}

static void every_kind(pthread_mutex_t* mutex) {
  ERROR(pthread_mutex_lock(mutex));
  let(by_another, mutex);
  ERROR(pthread_mutex_unlock(mutex));
  let(lock_and_unlock, mutex);
  ERROR(pthread_mutex_trylock(mutex));
  ERROR(pthread_mutex_unlock(mutex));
}

static void by_holder(pthread_mutex_t* mutex) {
  ERROR(pthread_mutex_lock(mutex));
  ERROR(pthread_mutex_trylock(mutex));
  ERROR(pthread_mutex_lock(mutex));
  let(by_another, mutex);
  let(unlock_by_another, mutex);
  ERROR(pthread_mutex_unlock(mutex));
}

static void with_attribute(int kind) {
  pthread_mutexattr_t attribute;
  pthread_mutex_t mutex;
  int got = -1;
  ERROR(pthread_mutexattr_init(&attribute));
  ERROR(pthread_mutexattr_settype(&attribute, kind));
  ERROR(pthread_mutexattr_gettype(&attribute, &got));
  VALUE(got == kind);
  ERROR(pthread_mutex_init(&mutex, &attribute));
  ERROR(pthread_mutexattr_destroy(&attribute));
  every_kind(&mutex);
  ERROR(pthread_mutex_destroy(&mutex));
  ERROR(pthread_mutex_init(&mutex, NULL));
  every_kind(&mutex);
  ERROR(pthread_mutex_destroy(&mutex));
}

int main(void) {
  every_kind(&normal);
  ERROR(pthread_mutex_lock(&normal));
  ERROR(pthread_mutex_trylock(&normal));
  ERROR(pthread_mutex_unlock(&normal));

  say("recursive");
  every_kind(&recursive);
  by_holder(&recursive);
  ERROR(pthread_mutex_unlock(&recursive));
  let(by_another, &recursive);
  ERROR(pthread_mutex_unlock(&recursive));
  ERROR(pthread_mutex_unlock(&recursive));

  say("error checking");
  every_kind(&checking);
  by_holder(&checking);
  ERROR(pthread_mutex_unlock(&checking));
  ERROR(pthread_mutex_lock(&checking));
  ERROR(pthread_mutex_destroy(&checking));
  ERROR(pthread_mutex_unlock(&checking));

  say("adaptive");
  every_kind(&adaptive);

  with_attribute(PTHREAD_MUTEX_NORMAL);
  with_attribute(PTHREAD_MUTEX_RECURSIVE);
  with_attribute(PTHREAD_MUTEX_ERRORCHECK);
  with_attribute(PTHREAD_MUTEX_ADAPTIVE_NP);
  with_attribute(PTHREAD_MUTEX_DEFAULT);
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  ERROR(pthread_mutexattr_settype(&attribute, 77));
  return 0;
}
