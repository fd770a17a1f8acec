/* Copies of locks that are held, and of conditions that threads wait on. */
#include <pthread.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static mtx_t c_mutex;
static cnd_t c_cond;
static const struct timespec long_ago = {1, 0};

static void* hold_mutex(void* unused) {
  pthread_mutex_lock(&mutex);
  sleep(10);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* hold_c_mutex(void* unused) {
  mtx_lock(&c_mutex);
  sleep(10);
  mtx_unlock(&c_mutex);
  return unused;
}

static void* read_for_long(void* unused) {
  pthread_rwlock_rdlock(&rwlock);
  sleep(10);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void* write_for_long(void* unused) {
  pthread_rwlock_wrlock(&rwlock);
  sleep(10);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void* wait_for_ever(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&cond, &mutex);
  return unused;
}

static void* wait_for_ever_in_c(void* unused) {
  mtx_lock(&c_mutex);
  cnd_wait(&c_cond, &c_mutex);
  return unused;
}

static void beside(void* (*body)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  usleep(1000);
}

/* The mutex, the read-write lock or the condition as it is while another thread uses it. */
static pthread_mutex_t held_mutex(void) {
  beside(hold_mutex);
  return mutex;
}

static mtx_t held_c_mutex(void) {
  mtx_init(&c_mutex, mtx_plain | mtx_timed);
  beside(hold_c_mutex);
  return c_mutex;
}

static pthread_rwlock_t lock_of(void* (*body)(void*)) {
  beside(body);
  return rwlock;
}

static pthread_cond_t awaited_cond(void) {
  beside(wait_for_ever);
  pthread_mutex_lock(&mutex);
  return cond;
}

static cnd_t awaited_c_cond(void) {
  mtx_init(&c_mutex, mtx_plain);
  cnd_init(&c_cond);
  beside(wait_for_ever_in_c);
  mtx_lock(&c_mutex);
  return c_cond;
}

CASE(copied_in_use, pthread_mutex_lock) {
  pthread_mutex_t copy = held_mutex();
  pthread_mutex_lock(&copy);
}
CASE(copied_in_use, pthread_mutex_trylock) {
  pthread_mutex_t copy = held_mutex();
  pthread_mutex_trylock(&copy);
}
CASE(copied_in_use, pthread_mutex_timedlock) {
  pthread_mutex_t copy = held_mutex();
  pthread_mutex_timedlock(&copy, &long_ago);
}
CASE(copied_in_use, pthread_mutex_clocklock) {
  pthread_mutex_t copy = held_mutex();
  pthread_mutex_clocklock(&copy, CLOCK_MONOTONIC, &long_ago);
}
CASE(copied_in_use, pthread_mutex_unlock) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_t copy = mutex;
  pthread_mutex_unlock(&copy);
}
CASE(copied_in_use, pthread_mutex_destroy) {
  pthread_mutex_t copy = held_mutex();
  pthread_mutex_destroy(&copy);
}
CASE(copied_in_use, mtx_lock) {
  mtx_t copy = held_c_mutex();
  mtx_lock(&copy);
}
CASE(copied_in_use, mtx_trylock) {
  mtx_t copy = held_c_mutex();
  mtx_trylock(&copy);
}
CASE(copied_in_use, mtx_timedlock) {
  mtx_t copy = held_c_mutex();
  mtx_timedlock(&copy, &long_ago);
}
CASE(copied_in_use, mtx_unlock) {
  mtx_init(&c_mutex, mtx_plain);
  mtx_lock(&c_mutex);
  mtx_t copy = c_mutex;
  mtx_unlock(&copy);
}
CASE(copied_in_use, mtx_destroy) {
  mtx_t copy = held_c_mutex();
  mtx_destroy(&copy);
}

CASE(copied_in_use, pthread_rwlock_rdlock) {
  pthread_rwlock_t copy = lock_of(write_for_long);
  pthread_rwlock_rdlock(&copy);
}
CASE(copied_in_use, pthread_rwlock_wrlock) {
  pthread_rwlock_t copy = lock_of(read_for_long);
  pthread_rwlock_wrlock(&copy);
}
CASE(copied_in_use, pthread_rwlock_tryrdlock) {
  pthread_rwlock_t copy = lock_of(write_for_long);
  pthread_rwlock_tryrdlock(&copy);
}
CASE(copied_in_use, pthread_rwlock_trywrlock) {
  pthread_rwlock_t copy = lock_of(read_for_long);
  pthread_rwlock_trywrlock(&copy);
}
CASE(copied_in_use, pthread_rwlock_timedrdlock) {
  pthread_rwlock_t copy = lock_of(write_for_long);
  pthread_rwlock_timedrdlock(&copy, &long_ago);
}
CASE(copied_in_use, pthread_rwlock_timedwrlock) {
  pthread_rwlock_t copy = lock_of(read_for_long);
  pthread_rwlock_timedwrlock(&copy, &long_ago);
}
CASE(copied_in_use, pthread_rwlock_clockrdlock) {
  pthread_rwlock_t copy = lock_of(write_for_long);
  pthread_rwlock_clockrdlock(&copy, CLOCK_MONOTONIC, &long_ago);
}
CASE(copied_in_use, pthread_rwlock_clockwrlock) {
  pthread_rwlock_t copy = lock_of(read_for_long);
  pthread_rwlock_clockwrlock(&copy, CLOCK_MONOTONIC, &long_ago);
}
CASE(copied_in_use, pthread_rwlock_unlock) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_t copy = rwlock;
  pthread_rwlock_unlock(&copy);
}
CASE(copied_in_use, pthread_rwlock_destroy) {
  pthread_rwlock_t copy = lock_of(read_for_long);
  pthread_rwlock_destroy(&copy);
}

CASE(copied_in_use, pthread_cond_wait) {
  pthread_cond_t copy = awaited_cond();
  pthread_cond_wait(&copy, &mutex);
}
CASE(copied_in_use, pthread_cond_timedwait) {
  pthread_cond_t copy = awaited_cond();
  pthread_cond_timedwait(&copy, &mutex, &long_ago);
}
CASE(copied_in_use, pthread_cond_clockwait) {
  pthread_cond_t copy = awaited_cond();
  pthread_cond_clockwait(&copy, &mutex, CLOCK_MONOTONIC, &long_ago);
}
CASE(copied_in_use, pthread_cond_signal) {
  pthread_cond_t copy = awaited_cond();
  pthread_cond_signal(&copy);
}
CASE(copied_in_use, pthread_cond_broadcast) {
  pthread_cond_t copy = awaited_cond();
  pthread_cond_broadcast(&copy);
}
CASE(copied_in_use, pthread_cond_destroy) {
  pthread_cond_t copy = awaited_cond();
  pthread_cond_destroy(&copy);
}
CASE(copied_in_use, cnd_wait) {
  cnd_t copy = awaited_c_cond();
  cnd_wait(&copy, &c_mutex);
}
CASE(copied_in_use, cnd_timedwait) {
  cnd_t copy = awaited_c_cond();
  cnd_timedwait(&copy, &c_mutex, &long_ago);
}
CASE(copied_in_use, cnd_signal) {
  cnd_t copy = awaited_c_cond();
  cnd_signal(&copy);
}
CASE(copied_in_use, cnd_broadcast) {
  cnd_t copy = awaited_c_cond();
  cnd_broadcast(&copy);
}
CASE(copied_in_use, cnd_destroy) {
  cnd_t copy = awaited_c_cond();
  cnd_destroy(&copy);
}
