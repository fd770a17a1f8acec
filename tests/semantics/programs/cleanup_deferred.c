/* COVERS: pthread_cleanup_push_defer_np and its end: cancellation is deferred in between and as before afterwards. */
#include <pthread.h>
#include <semaphore.h>

#include "say.h"

static sem_t begun;
static sem_t requested;

static void clean_up(void* words) { say((const char*)words); }

static void say_type(const char* when) {
  int type = -1;
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  pthread_setcanceltype(type, NULL);
  say_value(when, type == PTHREAD_CANCEL_ASYNCHRONOUS);
}

/* The wait for `requested` is no cancellation point while cancellation is off. */
static void be_requested(void) {
  int before = -1;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  sem_post(&begun);
  sem_wait(&requested);
  pthread_setcancelstate(before, NULL);
}

static void* asynchronous(void* unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  say_type("asynchronous before");
  pthread_cleanup_push_defer_np(clean_up, "not cancelled in between");
  say_type("asynchronous within");
  be_requested();
  say("the request is there, and waits");
  pthread_cleanup_pop_restore_np(1);
  pthread_testcancel();
  say("not reached");
  return unused;
}

static void* deferred(void* unused) {
  pthread_cleanup_push(clean_up, "outer");
  pthread_cleanup_push_defer_np(clean_up, "inner");
  be_requested();
  say("reaches its cancellation point");
  pthread_testcancel();
  say("not reached");
  pthread_cleanup_pop_restore_np(0);
  pthread_cleanup_pop(0);
  return unused;
}

static void* undisturbed(void* unused) {
  pthread_cleanup_push_defer_np(clean_up, "run at the pop");
  pthread_cleanup_push_defer_np(clean_up, "not run");
  pthread_cleanup_pop_restore_np(0);
  pthread_cleanup_pop_restore_np(1);
  say_type("asynchronous after");
  return unused;
}

static void* leaves(void* unused) {
  pthread_cleanup_push_defer_np(clean_up, "run by pthread_exit");
  pthread_exit(&begun);
  pthread_cleanup_pop_restore_np(0);
  return unused;
}

static void cancel_in(void* (*body)(void*)) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, body, NULL);
  sem_wait(&begun);
  ERROR(pthread_cancel(thread));
  sem_post(&requested);
  ERROR(pthread_join(thread, &result));
  VALUE(result == PTHREAD_CANCELED);
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  sem_init(&begun, 0, 0);
  sem_init(&requested, 0, 0);
  cancel_in(asynchronous);
  cancel_in(deferred);
  pthread_create(&thread, NULL, undisturbed, NULL);
  ERROR(pthread_join(thread, NULL));
  pthread_create(&thread, NULL, leaves, NULL);
  ERROR(pthread_join(thread, &result));
  VALUE(result == &begun);
}
