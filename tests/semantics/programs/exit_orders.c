/* COVERS: atexit, on_exit and thread-local destructors in order, handlers that register handlers, threads that still
 * run COVERS: and lock while handlers do, a handler that joins a thread, exit called again in a handler. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "say.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int handlers;
static int seen;
static pthread_t watcher;

/* Runs on while the handlers do: counts them one by one. */
static void* watch(void* unused) {
  pthread_mutex_lock(&mutex);
  while (seen < 2) {
    while (handlers == seen) pthread_cond_wait(&changed, &mutex);
    ++seen;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void meet(void) {
  pthread_mutex_lock(&mutex);
  const int mine = ++handlers;
  pthread_cond_broadcast(&changed);
  while (seen < mine) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  VALUE(mine);
}

static void join_watcher(void) {
  ERROR(pthread_join(watcher, NULL));
  VALUE(seen);
}

static void with_code(int code, void* argument) { printf("on_exit %d %s\n", code, (const char*)argument); }

static void registered_late(void) { say("registered by a handler"); }

static void registers(void) {
  say("registers");
  atexit(registered_late);
}

static void exits_again(void) {
  say("exits again");
  exit(7);
}

static void drop_value(void* value) { say(value); }

int main(void) {
  on_exit(with_code, "first in, last out");
  atexit(join_watcher);
  atexit(exits_again);
  atexit(registers);
  atexit(meet);
  atexit(meet);
  pthread_key_t key;
  pthread_key_create(&key, drop_value);
  pthread_setspecific(key, "not called: exit does not end threads");
  pthread_create(&watcher, NULL, watch, NULL);
  exit(3);
}
