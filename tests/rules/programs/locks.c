/* Mutexes, read-write locks, spin locks and barriers. */
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static mtx_t c_mutex;
static const struct timespec long_ago = {1, 0};

/* Runs `body` in a thread and lets it come to its end, or to where it waits. */
static pthread_t beside(void* (*body)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  usleep(1000);
  return thread;
}

static void* hold_mutex(void* unused) {
  pthread_mutex_lock(&mutex);
  sleep(10);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* read_for_long(void* unused) {
  pthread_rwlock_rdlock(&rwlock);
  sleep(10);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void* hold_spin(void* unused) {
  pthread_spin_lock(&spin);
  sleep(10);
  return unused;
}

static void* end_with_mutex(void* unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

CASE(double_lock, pthread_mutex_lock) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
CASE(foreign_unlock, pthread_mutex_unlock) {
  beside(hold_mutex);
  pthread_mutex_unlock(&mutex);
}
CASE(destroyed_in_use, pthread_mutex_destroy) {
  beside(hold_mutex);
  pthread_mutex_destroy(&mutex);
}
CASE(use_after_destroy, pthread_mutex_lock) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_lock(&mutex);
}
CASE(use_after_destroy, pthread_mutex_trylock) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_trylock(&mutex);
}
CASE(use_after_destroy, pthread_mutex_timedlock) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_timedlock(&mutex, &long_ago);
}
CASE(use_after_destroy, pthread_mutex_destroy) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_destroy(&mutex);
}
CASE(lock_held_at_exit, pthread_mutex_lock) { pthread_join(beside(end_with_mutex), NULL); }
CASE(destroyed_in_use, free) {
  pthread_mutex_t* inside = malloc(sizeof *inside);
  pthread_mutex_init(inside, NULL);
  pthread_mutex_lock(inside);
  free(inside);
}

static void* lock_backwards(void* unused) {
  mtx_lock(&c_mutex);
  pthread_mutex_lock(&mutex);
  return unused;
}
CASE(deadlock, mtx_lock) {
  mtx_init(&c_mutex, mtx_plain);
  pthread_mutex_lock(&mutex);
  beside(lock_backwards);
  mtx_lock(&c_mutex);
}
static void* lock_forwards(void* unused) {
  pthread_mutex_lock(&mutex);
  mtx_lock(&c_mutex);
  return unused;
}
CASE(deadlock, pthread_mutex_lock) {
  mtx_init(&c_mutex, mtx_plain);
  mtx_lock(&c_mutex);
  beside(lock_forwards);
  pthread_mutex_lock(&mutex);
}

CASE(double_lock, mtx_lock) {
  mtx_init(&c_mutex, mtx_plain);
  mtx_lock(&c_mutex);
  mtx_lock(&c_mutex);
}
CASE(foreign_unlock, mtx_unlock) {
  mtx_init(&c_mutex, mtx_plain);
  mtx_unlock(&c_mutex);
}
CASE(destroyed_in_use, mtx_destroy) {
  mtx_init(&c_mutex, mtx_plain);
  mtx_lock(&c_mutex);
  mtx_destroy(&c_mutex);
}

CASE(foreign_unlock, pthread_rwlock_unlock) { pthread_rwlock_unlock(&rwlock); }
CASE(destroyed_in_use, pthread_rwlock_destroy) {
  beside(read_for_long);
  pthread_rwlock_destroy(&rwlock);
}
CASE(use_after_destroy, pthread_rwlock_rdlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_rdlock(&rwlock);
}
CASE(use_after_destroy, pthread_rwlock_wrlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
}
CASE(use_after_destroy, pthread_mutex_clocklock) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &long_ago);
}
CASE(use_after_destroy, mtx_lock) {
  mtx_init(&c_mutex, mtx_timed);
  mtx_destroy(&c_mutex);
  mtx_lock(&c_mutex);
}
CASE(use_after_destroy, mtx_trylock) {
  mtx_init(&c_mutex, mtx_timed);
  mtx_destroy(&c_mutex);
  mtx_trylock(&c_mutex);
}
CASE(use_after_destroy, mtx_timedlock) {
  mtx_init(&c_mutex, mtx_timed);
  mtx_destroy(&c_mutex);
  mtx_timedlock(&c_mutex, &long_ago);
}
CASE(use_after_destroy, pthread_rwlock_tryrdlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_tryrdlock(&rwlock);
}
CASE(use_after_destroy, pthread_rwlock_trywrlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_trywrlock(&rwlock);
}
CASE(use_after_destroy, pthread_rwlock_timedrdlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_timedrdlock(&rwlock, &long_ago);
}
CASE(use_after_destroy, pthread_rwlock_timedwrlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_timedwrlock(&rwlock, &long_ago);
}
CASE(use_after_destroy, pthread_rwlock_clockrdlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &long_ago);
}
CASE(use_after_destroy, pthread_rwlock_clockwrlock) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &long_ago);
}
CASE(use_after_destroy, pthread_rwlock_destroy) {
  pthread_rwlock_destroy(&rwlock);
  pthread_rwlock_destroy(&rwlock);
}

CASE(deadlock, pthread_rwlock_wrlock) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
}
CASE(deadlock, pthread_rwlock_rdlock) {
  pthread_rwlock_wrlock(&rwlock);
  pthread_join(beside(read_for_long), NULL);
}

CASE(double_lock, pthread_spin_lock) {
  pthread_spin_init(&spin, 0);
  pthread_spin_lock(&spin);
  pthread_spin_lock(&spin);
}
CASE(foreign_unlock, pthread_spin_unlock) {
  pthread_spin_init(&spin, 0);
  beside(hold_spin);
  pthread_spin_unlock(&spin);
}

static pthread_barrier_t barrier;
static void* arrive(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
CASE(destroyed_in_use, pthread_barrier_destroy) {
  pthread_barrier_init(&barrier, NULL, 2);
  beside(arrive);
  pthread_barrier_destroy(&barrier);
}
CASE(use_after_destroy, pthread_barrier_wait) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_destroy(&barrier);
  pthread_barrier_wait(&barrier);
}
CASE(deadlock, pthread_barrier_wait) {
  pthread_barrier_init(&barrier, NULL, 3);
  beside(arrive);
  pthread_barrier_wait(&barrier);
}
