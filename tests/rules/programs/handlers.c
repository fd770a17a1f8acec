/* Functions that are not async-signal-safe, called in a handler that interrupted another. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "cases.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_t main_thread;
static void* volatile block;
static void (*volatile deed)(void);

static void handle(int number) {
  (void)number;
  deed();
}

static void* wait_on_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&cond, &mutex);
  return unused;
}

static void* nothing(void* unused) { return unused; }

/* A thread that waits on a condition takes a signal, whose handler does `wanted`. */
static void in_handler(void (*wanted)(void)) {
  pthread_t thread;
  deed = wanted;
  main_thread = pthread_self();
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, wait_on_condition, NULL);
  usleep(1000);
  pthread_kill(thread, SIGUSR1);
  usleep(1000);
}

static void allocates(void) { block = malloc(8); }
static void frees(void) { free(block); }
static void prints(void) { puts("in the handler"); }
static void locks(void) { pthread_mutex_lock(&other_mutex); }
static void unlocks(void) { pthread_mutex_unlock(&other_mutex); }
static void reads(void) { pthread_rwlock_rdlock(&rwlock); }
static void signals(void) { pthread_cond_signal(&cond); }
static void waits(void) { sem_wait(&semaphore); }
static void arrives(void) { pthread_barrier_wait(&barrier); }
static void spins(void) { pthread_spin_lock(&spin); }
static void detaches(void) { pthread_detach(main_thread); }
static void creates(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
}

CASE(unsafe_in_handler, malloc) { in_handler(allocates); }
CASE(unsafe_in_handler, free) {
  block = malloc(8);
  in_handler(frees);
}
CASE(unsafe_in_handler, puts) { in_handler(prints); }
CASE(unsafe_in_handler, pthread_mutex_lock) { in_handler(locks); }
CASE(unsafe_in_handler, pthread_mutex_unlock) { in_handler(unlocks); }
CASE(unsafe_in_handler, pthread_rwlock_rdlock) { in_handler(reads); }
CASE(unsafe_in_handler, pthread_cond_signal) { in_handler(signals); }
CASE(unsafe_in_handler, sem_wait) { in_handler(waits); }
CASE(unsafe_in_handler, pthread_barrier_wait) {
  pthread_barrier_init(&barrier, NULL, 1);
  in_handler(arrives);
}
CASE(unsafe_in_handler, pthread_spin_lock) {
  pthread_spin_init(&spin, 0);
  in_handler(spins);
}
CASE(unsafe_in_handler, pthread_detach) { in_handler(detaches); }
CASE(unsafe_in_handler, pthread_create) { in_handler(creates); }
