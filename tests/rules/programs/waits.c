/* Conditions, semaphores, threads, memory, descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

#include "cases.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static const struct timespec far = {1u << 31, 0};

static pthread_t beside(void* (*body)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  usleep(1000);
  return thread;
}

static void* wait_for_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

CASE(wait_without_mutex, pthread_cond_wait) { pthread_cond_wait(&condition, &mutex); }
CASE(wait_without_mutex, pthread_cond_timedwait) { pthread_cond_timedwait(&condition, &mutex, &far); }
CASE(wait_without_mutex, pthread_cond_clockwait) {
  beside(wait_for_condition);
  pthread_mutex_lock(&other_mutex);
  pthread_cond_clockwait(&condition, &other_mutex, CLOCK_MONOTONIC, &far);
}
CASE(destroyed_in_use, pthread_cond_destroy) {
  beside(wait_for_condition);
  pthread_cond_destroy(&condition);
}
CASE(use_after_destroy, pthread_cond_wait) {
  pthread_cond_destroy(&condition);
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
}
CASE(use_after_destroy, pthread_cond_signal) {
  pthread_cond_destroy(&condition);
  pthread_cond_signal(&condition);
}
CASE(use_after_destroy, pthread_cond_broadcast) {
  pthread_cond_destroy(&condition);
  pthread_cond_broadcast(&condition);
}
CASE(use_after_destroy, pthread_cond_timedwait) {
  pthread_cond_destroy(&condition);
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &far);
}
CASE(use_after_destroy, pthread_cond_clockwait) {
  pthread_cond_destroy(&condition);
  pthread_mutex_lock(&mutex);
  pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &far);
}
CASE(use_after_destroy, pthread_cond_destroy) {
  pthread_cond_destroy(&condition);
  pthread_mutex_lock(&mutex);
  pthread_cond_destroy(&condition);
}
CASE(deadlock, pthread_cond_wait) { wait_for_condition(NULL); }
static mtx_t c_mutex;
static cnd_t c_condition;
static int wait_in_c(void* unused) {
  mtx_lock(&c_mutex);
  cnd_wait(&c_condition, &c_mutex);
  return unused != NULL;
}
static void c_objects(void) {
  mtx_init(&c_mutex, mtx_timed);
  cnd_init(&c_condition);
}
CASE(wait_without_mutex, cnd_wait) {
  c_objects();
  cnd_wait(&c_condition, &c_mutex);
}
CASE(wait_without_mutex, cnd_timedwait) {
  c_objects();
  cnd_timedwait(&c_condition, &c_mutex, &far);
}
CASE(use_after_destroy, cnd_wait) {
  c_objects();
  cnd_destroy(&c_condition);
  wait_in_c(NULL);
}
CASE(use_after_destroy, cnd_signal) {
  c_objects();
  cnd_destroy(&c_condition);
  cnd_signal(&c_condition);
}
CASE(destroyed_in_use, cnd_destroy) {
  c_objects();
  thrd_t thread;
  thrd_create(&thread, wait_in_c, NULL);
  usleep(1000);
  cnd_destroy(&c_condition);
}
CASE(deadlock, cnd_wait) {
  c_objects();
  wait_in_c(NULL);
}

static void* wait_for_semaphore(void* unused) {
  sem_wait(&semaphore);
  return unused;
}
CASE(destroyed_in_use, sem_destroy) {
  sem_init(&semaphore, 0, 0);
  beside(wait_for_semaphore);
  sem_destroy(&semaphore);
}
CASE(use_after_destroy, sem_wait) {
  sem_init(&semaphore, 0, 0);
  sem_destroy(&semaphore);
  sem_wait(&semaphore);
}
CASE(use_after_destroy, sem_post) {
  sem_init(&semaphore, 0, 0);
  sem_destroy(&semaphore);
  sem_post(&semaphore);
}
CASE(use_after_destroy, sem_trywait) {
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  sem_trywait(&semaphore);
}
CASE(use_after_destroy, sem_timedwait) {
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  sem_timedwait(&semaphore, &far);
}
CASE(use_after_destroy, sem_clockwait) {
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  sem_clockwait(&semaphore, CLOCK_MONOTONIC, &far);
}
CASE(use_after_destroy, sem_destroy) {
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  sem_destroy(&semaphore);
}
CASE(deadlock, sem_wait) {
  sem_init(&semaphore, 0, 0);
  sem_wait(&semaphore);
}

static void* nothing(void* unused) { return unused; }
static int nothing_c(void* unused) { return unused != NULL; }
static pthread_t main_thread;
static void* join_main(void* unused) {
  pthread_join(main_thread, NULL);
  return unused;
}

CASE(join_misuse, pthread_join) {
  const pthread_t thread = beside(nothing);
  pthread_detach(thread);
  pthread_join(thread, NULL);
}
CASE(join_misuse, pthread_detach) {
  const pthread_t thread = beside(nothing);
  pthread_detach(thread);
  pthread_detach(thread);
}
CASE(join_misuse, pthread_tryjoin_np) {
  const pthread_t thread = beside(nothing);
  pthread_detach(thread);
  pthread_tryjoin_np(thread, NULL);
}
CASE(join_misuse, pthread_timedjoin_np) {
  const pthread_t thread = beside(nothing);
  pthread_detach(thread);
  pthread_timedjoin_np(thread, NULL, &far);
}
CASE(join_misuse, pthread_clockjoin_np) {
  const pthread_t thread = beside(nothing);
  pthread_detach(thread);
  pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &far);
}
CASE(join_misuse, thrd_join) {
  thrd_t thread;
  thrd_create(&thread, nothing_c, NULL);
  thrd_join(thread, NULL);
  thrd_join(thread, NULL);
}
CASE(join_misuse, thrd_detach) {
  thrd_t thread;
  thrd_create(&thread, nothing_c, NULL);
  thrd_detach(thread);
  thrd_detach(thread);
}
CASE(thread_leak, pthread_create) {
  pthread_join(beside(nothing), NULL);
  beside(nothing);
}
CASE(thread_leak, thrd_create) {
  thrd_t thread;
  thrd_create(&thread, nothing_c, NULL);
  usleep(1000);
}
CASE(deadlock, pthread_join) {
  main_thread = pthread_self();
  pthread_join(beside(join_main), NULL);
}
CASE(deadlock, thrd_join) {
  c_objects();
  thrd_t thread;
  thrd_create(&thread, wait_in_c, NULL);
  thrd_join(thread, NULL);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void once_again(void) { pthread_once(&once, once_again); }
CASE(deadlock, pthread_once) { pthread_once(&once, once_again); }
static once_flag c_once = ONCE_FLAG_INIT;
static void c_once_again(void) { call_once(&c_once, c_once_again); }
CASE(deadlock, call_once) { call_once(&c_once, c_once_again); }

CASE(double_free, free) {
  void* volatile block = malloc(10);
  free(block);
  free(block);
}
CASE(double_free, realloc) {
  void* volatile block = malloc(10);
  free(block);
  block = realloc(block, 20);
}
CASE(invalid_free, free) {
  char* volatile block = malloc(10);
  free(block + 1);
}
CASE(abort, abort) { abort(); }
CASE(assertion, __assert_fail) { assert(errno == EDOM); }
CASE(assertion, __assert_perror_fail) { assert_perror(EBUSY); }
