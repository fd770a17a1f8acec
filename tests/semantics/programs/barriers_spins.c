/* COVERS: barriers (one serial thread a round, made again after destruction) and spin locks. */
#include <pthread.h>
#include <stdatomic.h>

#include "say.h"

enum { kThreads = 4, kRounds = 3 };

static pthread_barrier_t barrier;
static atomic_int serial[kRounds];
static atomic_int others[kRounds];
static atomic_int odd_returns;

static void* rounds(void* argument) {
  (void)argument;
  for (int i = 0; i < kRounds; ++i) {
    const int result = pthread_barrier_wait(&barrier);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) {
      atomic_fetch_add(&serial[i], 1);
    } else {
      atomic_fetch_add(result == 0 ? &others[i] : &odd_returns, 1);
    }
  }
  return NULL;
}

static void barriers(void) {
  pthread_t threads[kThreads];
  ERROR(pthread_barrier_init(&barrier, NULL, 0));
  ERROR(pthread_barrier_init(&barrier, NULL, kThreads));
  for (int i = 0; i < kThreads; ++i) ERROR(pthread_create(&threads[i], NULL, rounds, NULL));
  for (int i = 0; i < kThreads; ++i) ERROR(pthread_join(threads[i], NULL));
  for (int i = 0; i < kRounds; ++i) {
    VALUE(atomic_load(&serial[i]));
    VALUE(atomic_load(&others[i]));
  }
  VALUE(atomic_load(&odd_returns));
  ERROR(pthread_barrier_destroy(&barrier));
  ERROR(pthread_barrier_init(&barrier, NULL, 1));
  VALUE(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  VALUE(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  ERROR(pthread_barrier_destroy(&barrier));
}

static pthread_barrier_t again;

static void* two_rounds(void* argument) {
  (void)argument;
  pthread_barrier_wait(&again);
  pthread_barrier_wait(&again);
  return NULL;
}

static void* one_round(void* argument) {
  (void)argument;
  pthread_barrier_wait(&again);
  return NULL;
}

/* Destroying waits for those who have yet to leave. */
static void made_again_at_once(void) {
  pthread_t first, second;
  ERROR(pthread_barrier_init(&again, NULL, 2));
  ERROR(pthread_create(&first, NULL, two_rounds, NULL));
  pthread_barrier_wait(&again);
  pthread_barrier_wait(&again);
  ERROR(pthread_barrier_destroy(&again));
  ERROR(pthread_barrier_init(&again, NULL, 2));
  ERROR(pthread_create(&second, NULL, one_round, NULL));
  pthread_barrier_wait(&again);
  ERROR(pthread_join(second, NULL));
  ERROR(pthread_join(first, NULL));
  ERROR(pthread_barrier_destroy(&again));
}

static pthread_spinlock_t spin;
static int count;

static void* add(void* argument) {
  (void)argument;
  for (int i = 0; i < 20; ++i) {
    pthread_spin_lock(&spin);
    ++count;
    pthread_spin_unlock(&spin);
  }
  return NULL;
}

static void* try_once(void* argument) {
  (void)argument;
  ERROR(pthread_spin_trylock(&spin));
  return NULL;
}

static void spins(void) {
  pthread_t threads[3];
  ERROR(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE));
  ERROR(pthread_spin_lock(&spin));
  if (pthread_create(&threads[0], NULL, try_once, NULL) != 0) say("no thread");
  ERROR(pthread_join(threads[0], NULL));
  ERROR(pthread_spin_trylock(&spin));
  ERROR(pthread_spin_unlock(&spin));
  ERROR(pthread_spin_trylock(&spin));
  ERROR(pthread_spin_unlock(&spin));
  for (int i = 0; i < 3; ++i) ERROR(pthread_create(&threads[i], NULL, add, NULL));
  for (int i = 0; i < 3; ++i) ERROR(pthread_join(threads[i], NULL));
  VALUE(count);
  ERROR(pthread_spin_destroy(&spin));
}

int main(void) {
  barriers();
  made_again_at_once();
  spins();
  return 0;
}
