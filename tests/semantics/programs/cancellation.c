/* COVERS: pthread_cancel at every kind of cancellation point, deferred, disabled, asynchronous; clean-up handlers. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#include "say.h"
#include "times.h"

static sem_t ready, never, go;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_t forever_thread;
atomic_int stop; /* never set; not static, so that the compiler cannot know */

static void clean_up(void* name) { printf("clean up %s\n", (const char*)name); }

static void unlock(void* mutex) { ERROR(pthread_mutex_unlock(mutex)); }

static void* in_semaphore(void* argument) {
  pthread_cleanup_push(clean_up, "outer");
  pthread_cleanup_push(clean_up, "inner");
  sem_post(&ready);
  sem_wait(&never);
  say("not reached");
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return argument;
}

static void* in_sleep(void* argument) {
  sem_post(&ready);
  sleep(1000);
  say("not reached");
  return argument;
}

static void* in_condition(void* argument) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  sem_post(&ready);
  for (;;) pthread_cond_wait(&condition, &lock);
  pthread_cleanup_pop(1);
  return argument;
}

static void* in_timed_condition(void* argument) {
  struct timespec late = from_now(CLOCK_REALTIME, 1000000);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  sem_post(&ready);
  for (;;) pthread_cond_timedwait(&condition, &lock, &late);
  pthread_cleanup_pop(1);
  return argument;
}

static void* in_join(void* argument) {
  sem_post(&ready);
  pthread_join(forever_thread, NULL);
  say("not reached");
  return argument;
}

static void* in_pause(void* argument) {
  sem_post(&ready);
  pause();
  say("not reached");
  return argument;
}

static void* in_test(void* argument) {
  sem_post(&ready);
  for (;;) pthread_testcancel();
  return argument;
}

static void* in_read(void* argument) {
  sem_post(&ready);
  sem_wait(&go); /* cancelled meanwhile, here or in read */
  char byte;
  if (read(-1, &byte, 1) < 0) say("not reached");
  return argument;
}

static void* disabled(void* argument) {
  int before;
  ERROR(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before));
  VALUE(before == PTHREAD_CANCEL_ENABLE);
  sem_post(&ready);
  sem_wait(&go);
  pthread_testcancel();
  usleep(1);
  say("held off");
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL); /* printing would be a cancellation point */
  pthread_testcancel();
  say("not reached");
  return argument;
}

static void* asynchronous(void* argument) {
  int before;
  ERROR(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before));
  VALUE(before == PTHREAD_CANCEL_DEFERRED);
  sem_post(&ready);
  while (!atomic_load(&stop)) {
  }
  return argument;
}

static void* not_in_mutex(void* argument) {
  sem_post(&ready);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

/* No cancellation point comes after the post: whether the request finds it running or ended, it ends as it would. */
static void* finishes(void* argument) {
  sem_post(&ready);
  return argument;
}

static void* exits_itself(void* argument) {
  pthread_cleanup_push(clean_up, "exit");
  pthread_exit((void*)5);
  pthread_cleanup_pop(0);
  return argument;
}

static void cancel(const char* what, void* (*routine)(void*)) {
  pthread_t thread;
  void* result = NULL;
  say(what);
  pthread_create(&thread, NULL, routine, (void*)1);
  sem_wait(&ready);
  usleep(2000);
  const int error = pthread_cancel(thread);
  if (routine == disabled) sem_post(&go);
  if (routine == not_in_mutex) pthread_mutex_unlock(&lock);
  pthread_join(thread, &result);
  VALUE(error);
  VALUE(result == PTHREAD_CANCELED);
}

#define CANCEL(routine) cancel(#routine, routine)

int main(void) {
  sem_init(&ready, 0, 0);
  sem_init(&never, 0, 0);
  sem_init(&go, 0, 0);
  pthread_create(&forever_thread, NULL, in_sleep, NULL);
  sem_wait(&ready);
  CANCEL(in_semaphore);
  CANCEL(in_sleep);
  CANCEL(in_condition);
  CANCEL(in_timed_condition);
  ERROR(pthread_mutex_trylock(&lock));
  CANCEL(not_in_mutex);
  CANCEL(in_join);
  CANCEL(in_pause);
  CANCEL(in_test);
  CANCEL(in_read);
  CANCEL(disabled);
  CANCEL(asynchronous);
  void* result;
  pthread_t thread;
  pthread_create(&thread, NULL, finishes, (void*)7);
  sem_wait(&ready);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  VALUE((intptr_t)result);
  pthread_create(&thread, NULL, exits_itself, NULL);
  pthread_join(thread, &result);
  VALUE((intptr_t)result);
  ERROR(pthread_cancel(forever_thread));
  ERROR(pthread_join(forever_thread, &result));
  VALUE(result == PTHREAD_CANCELED);
  ERROR(pthread_setcancelstate(77, NULL));
  ERROR(pthread_setcanceltype(77, NULL));
  return 0;
}
