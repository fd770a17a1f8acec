/* COVERS: a signal taken by a thread that waits: semaphores, sleeps, conditions, mutexes, joins; EINTR and SA_RESTART.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "say.h"
#include "times.h"

static atomic_int taken, ended; /* signals taken; waits that a signal has ended */
static sem_t from_handler, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

static void take(int number) {
  (void)number;
  atomic_fetch_add(&taken, 1);
}

static void take_and_post(int number) {
  take(number);
  sem_post(&from_handler);
}

static void install(void (*handler)(int), int flags) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = flags;
  RESULT(sigaction(SIGUSR1, &action, NULL));
}

/* The handler of a thread that waits for a semaphore posts it: the classical use. */
static void* wait_for_handler(void* argument) {
  (void)argument;
  int result;
  do result = sem_wait(&from_handler);
  while (result == -1 && errno == EINTR);
  RESULT(result);
  return NULL;
}

static void* wait_forever(void* argument) {
  (void)argument;
  sem_t never;
  sem_init(&never, 0, 0);
  sem_post(&ready);
  RESULT(sem_wait(&never));
  atomic_fetch_add(&ended, 1);
  return NULL;
}

static void* sleep_long(void* argument) {
  (void)argument;
  struct timespec time = {1000, 0}, rest = {0, 0};
  sem_post(&ready);
  RESULT(nanosleep(&time, &rest));
  VALUE(rest.tv_sec > 900 && rest.tv_sec < 1000);
  atomic_fetch_add(&ended, 1);
  sem_post(&ready);
  ERROR(clock_nanosleep(CLOCK_MONOTONIC, 0, &time, &rest));
  VALUE(rest.tv_sec > 900);
  atomic_fetch_add(&ended, 1);
  sem_post(&ready);
  VALUE(sleep(1000) > 900);
  atomic_fetch_add(&ended, 1);
  sem_post(&ready);
  RESULT(usleep(999999999));
  atomic_fetch_add(&ended, 1);
  return NULL;
}

static void* wait_with_time(void* argument) {
  (void)argument;
  sem_t never;
  sem_init(&never, 0, 0);
  struct timespec late = from_now(CLOCK_REALTIME, 1000000);
  sem_post(&ready);
  RESULT(sem_timedwait(&never, &late));
  atomic_fetch_add(&ended, 1);
  return NULL;
}

static void* wait_on_condition(void* argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  sem_post(&ready);
  while (!done) ERROR(pthread_cond_wait(&changed, &lock) == 0 ? 0 : EINVAL);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* wait_on_mutex(void* argument) {
  (void)argument;
  sem_post(&ready);
  ERROR(pthread_mutex_lock(&lock));
  ERROR(pthread_mutex_unlock(&lock));
  return NULL;
}

/* Sends until so many waits have ended: on a busy machine the first signal may come before the wait. */
static void end_wait(pthread_t thread, int count) {
  while (ended < count) {
    usleep(20000);
    pthread_kill(thread, SIGUSR1);
    usleep(20000);
  }
}

/* One signal, which need not find the thread asleep: its wait begins again. */
static void interrupt(pthread_t thread) {
  const int before = taken;
  usleep(20000);
  pthread_kill(thread, SIGUSR1);
  while (taken == before) usleep(1000);
}

static pthread_t start(void* (*routine)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, routine, NULL);
  return thread;
}

int main(void) {
  sem_init(&from_handler, 0, 0);
  sem_init(&ready, 0, 0);

  install(take_and_post, SA_RESTART);
  pthread_t thread = start(wait_for_handler);
  const int sent = pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL); /* it prints, too */
  ERROR(sent);

  install(take, 0);
  thread = start(wait_forever);
  sem_wait(&ready);
  end_wait(thread, 1);
  pthread_join(thread, NULL);

  thread = start(sleep_long);
  for (int i = 0; i < 4; ++i) {
    sem_wait(&ready);
    end_wait(thread, i + 2);
  }
  pthread_join(thread, NULL);

  install(take, SA_RESTART);
  thread = start(wait_with_time);
  sem_wait(&ready);
  end_wait(thread, 6);
  pthread_join(thread, NULL);

  thread = start(wait_on_condition);
  sem_wait(&ready);
  interrupt(thread);
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  pthread_join(thread, NULL);

  pthread_mutex_lock(&lock);
  thread = start(wait_on_mutex);
  sem_wait(&ready);
  interrupt(thread);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  VALUE(taken >= 9);
  return 0;
}
