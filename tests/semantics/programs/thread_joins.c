/* COVERS: create, join, tryjoin, timedjoin, clockjoin, detach: results and every error that can be reached; names. */
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

#include "say.h"
#include "times.h"

static sem_t gate;

static void* give_back(void* argument) { return argument; }

static void* behind_gate(void* argument) {
  sem_wait(&gate);
  return argument;
}

static void* join_itself(void* argument) {
  (void)argument;
  ERROR(pthread_join(pthread_self(), NULL));
  return NULL;
}

static void results(void) {
  pthread_t thread;
  void* result = NULL;
  ERROR(pthread_create(&thread, NULL, give_back, (void*)(intptr_t)42));
  ERROR(pthread_join(thread, &result));
  VALUE((intptr_t)result);
  ERROR(pthread_create(&thread, NULL, give_back, (void*)(intptr_t)-7));
  ERROR(pthread_join(thread, &result));
  VALUE((intptr_t)result);
  if (pthread_create(&thread, NULL, join_itself, NULL) != 0) say("no thread");
  ERROR(pthread_join(thread, NULL));
  ERROR(pthread_join(pthread_self(), NULL));
}

static void not_yet(void) {
  pthread_t thread;
  void* result = (void*)(intptr_t)1;
  ERROR(pthread_create(&thread, NULL, behind_gate, (void*)(intptr_t)5));
  ERROR(pthread_tryjoin_np(thread, &result));
  struct timespec soon = from_now(CLOCK_REALTIME, 2);
  ERROR(pthread_timedjoin_np(thread, &result, &soon));
  ERROR(pthread_timedjoin_np(thread, &result, &long_ago));
  ERROR(pthread_timedjoin_np(thread, &result, &before_time));
  soon = from_now(CLOCK_MONOTONIC, 2);
  ERROR(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &soon));
  ERROR(pthread_clockjoin_np(thread, &result, CLOCK_PROCESS_CPUTIME_ID, &soon));
  VALUE((intptr_t)result);
  sem_post(&gate);
  ERROR(pthread_timedjoin_np(thread, &result, NULL));
  VALUE((intptr_t)result);
}

static void finished(void) {
  pthread_t thread;
  void* result = NULL;
  ERROR(pthread_create(&thread, NULL, give_back, (void*)(intptr_t)9));
  while (pthread_tryjoin_np(thread, &result) == EBUSY) {
  }
  VALUE((intptr_t)result);
  ERROR(pthread_create(&thread, NULL, give_back, (void*)(intptr_t)10));
  const struct timespec later = from_now(CLOCK_MONOTONIC, 60000);
  ERROR(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &later));
  VALUE((intptr_t)result);
}

static void detached(void) {
  pthread_t thread;
  pthread_attr_t attribute;
  ERROR(pthread_create(&thread, NULL, behind_gate, NULL));
  ERROR(pthread_detach(thread));
  ERROR(pthread_tryjoin_np(thread, NULL));
  sem_post(&gate);
  ERROR(pthread_attr_init(&attribute));
  ERROR(pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED));
  ERROR(pthread_create(&thread, &attribute, behind_gate, NULL));
  sem_post(&gate);
  ERROR(pthread_attr_destroy(&attribute));
}

static void* say_name(void* argument) {
  char name[16] = "?";
  (void)argument;
  ERROR(pthread_setname_np(pthread_self(), "worker"));
  ERROR(pthread_getname_np(pthread_self(), name, sizeof name));
  say(name);
  return NULL;
}

static void names(void) {
  pthread_t thread;
  char name[16] = "?";
  ERROR(pthread_getname_np(pthread_self(), name, sizeof name));
  say(name);
  ERROR(pthread_setname_np(pthread_self(), "sixteen letters!"));
  ERROR(pthread_setname_np(pthread_self(), "fifteen letters"));
  ERROR(pthread_getname_np(pthread_self(), name, 15));
  ERROR(pthread_getname_np(pthread_self(), name, 16));
  say(name);
  ERROR(pthread_create(&thread, NULL, behind_gate, NULL));
  sem_post(&gate);
  ERROR(pthread_join(thread, NULL));
  if (pthread_create(&thread, NULL, say_name, NULL) != 0) say("no thread");
  ERROR(pthread_join(thread, NULL));
}

int main(void) {
  RESULT(sem_init(&gate, 0, 0));
  VALUE(pthread_equal(pthread_self(), pthread_self()) != 0);
  results();
  not_yet();
  finished();
  detached();
  names();
  return 0;
}
