/* COVERS: a timer's signal handler with an atomic operation, taken in the middle of anything the threads do. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>

#include "say.h"

static atomic_int ticks;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void tick(int number) {
  (void)number;
  atomic_fetch_add(&ticks, 1);
}

static void* work(void* argument) {
  for (int i = 0; i < 5000; ++i) {
    pthread_mutex_lock(&mutex);
    ++sum;
    pthread_mutex_unlock(&mutex);
    free(malloc(10));
  }
  return argument;
}

static void every(long microseconds) {
  const struct itimerval timer = {{0, microseconds}, {0, microseconds}};
  RESULT(setitimer(ITIMER_REAL, &timer, NULL));
}

int main(void) {
  pthread_t threads[3];
  signal(SIGALRM, tick);
  every(50);
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  every(0);
  VALUE(sum);
  VALUE(ticks >= 0);
  return 0;
}
