/* COVERS: all of <threads.h>: threads, mutexes, conditions, once, thread-specific storage, sleeping. */
#include <threads.h>

#include "say.h"
#include "times.h"

static mtx_t plain, timed, recursive;
static cnd_t condition;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int ready;

static int give(void* argument) { return *(int*)argument; }

static int leave(void* argument) {
  tss_set(key, argument);
  thrd_exit(*(int*)argument);
}

static int try_held(void* argument) {
  (void)argument;
  VALUE(mtx_trylock(&plain) == thrd_busy);
  struct timespec soon = from_now(CLOCK_REALTIME, 2);
  VALUE(mtx_timedlock(&timed, &soon) == thrd_timedout);
  VALUE(mtx_trylock(&recursive) == thrd_busy);
  return 0;
}

static int tell(void* argument) {
  (void)argument;
  mtx_lock(&plain);
  ready = 1;
  VALUE(cnd_signal(&condition) == thrd_success);
  mtx_unlock(&plain);
  return 0;
}

static void first_time(void) { say("once"); }
static void forget(void* value) { say_value("tss destructor", *(int*)value); }

static int call_it(void* argument) {
  (void)argument;
  call_once(&flag, first_time);
  return 0;
}

static int let(thrd_start_t work, int argument) {
  thrd_t thread;
  int result = -1;
  if (thrd_create(&thread, work, &argument) != thrd_success) say("no thread");
  if (thrd_equal(thread, thrd_current())) say("equal");
  VALUE(thrd_join(thread, &result) == thrd_success);
  return result;
}

static void mutexes(void) {
  VALUE(mtx_init(&plain, mtx_plain) == thrd_success);
  VALUE(mtx_init(&timed, mtx_timed) == thrd_success);
  VALUE(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  VALUE(mtx_lock(&plain) == thrd_success);
  VALUE(mtx_trylock(&plain) == thrd_busy);
  VALUE(mtx_lock(&timed) == thrd_success);
  VALUE(mtx_lock(&recursive) == thrd_success);
  VALUE(mtx_lock(&recursive) == thrd_success);
  VALUE(mtx_trylock(&recursive) == thrd_success);
  VALUE(let(try_held, 0));
  for (int i = 0; i < 3; ++i) VALUE(mtx_unlock(&recursive) == thrd_success);
  VALUE(mtx_unlock(&recursive) == thrd_error);
  VALUE(mtx_unlock(&timed) == thrd_success);
  VALUE(mtx_timedlock(&timed, &long_ago) == thrd_success);
  VALUE(mtx_timedlock(&timed, &too_many_nanoseconds) == thrd_error);
  VALUE(mtx_unlock(&timed) == thrd_success);
  VALUE(mtx_unlock(&plain) == thrd_success);
}

static void conditions(void) {
  VALUE(cnd_init(&condition) == thrd_success);
  thrd_t thread;
  mtx_lock(&plain);
  VALUE(thrd_create(&thread, tell, NULL) == thrd_success);
  while (!ready) VALUE(cnd_wait(&condition, &plain) == thrd_success);
  mtx_unlock(&plain);
  VALUE(thrd_join(thread, NULL) == thrd_success);
  mtx_lock(&plain);
  struct timespec soon = from_now(CLOCK_REALTIME, 2);
  VALUE(cnd_timedwait(&condition, &plain, &soon) == thrd_timedout);
  VALUE(cnd_timedwait(&condition, &plain, &too_many_nanoseconds) == thrd_error);
  mtx_unlock(&plain);
  VALUE(cnd_broadcast(&condition) == thrd_success);
  cnd_destroy(&condition);
}

int main(void) {
  VALUE(let(give, 31));
  VALUE(let(give, -31));
  VALUE(tss_create(&key, forget) == thrd_success);
  VALUE(let(leave, 32));
  mutexes();
  conditions();
  VALUE(let(call_it, 0));
  call_once(&flag, first_time);
  const struct timespec nap = {0, 1000000}, backwards = {-1, 0};
  VALUE(thrd_sleep(&nap, NULL));
  VALUE(thrd_sleep(&too_many_nanoseconds, NULL));
  VALUE(thrd_sleep(&backwards, NULL));
  thrd_yield();
  thrd_t thread;
  static int number = 1;
  VALUE(thrd_create(&thread, give, &number) == thrd_success);
  VALUE(thrd_detach(thread) == thrd_success);
  tss_delete(key);
  mtx_destroy(&plain);
  mtx_destroy(&timed);
  mtx_destroy(&recursive);
  thrd_exit(0);
}
