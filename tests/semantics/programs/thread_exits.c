/* COVERS: pthread_exit from nested calls, C clean-up handlers in order, pthread keys with destructors in rounds. */
#include <pthread.h>
#include <stdint.h>

#include "say.h"

static pthread_key_t first, second, none;
static int rounds;

static void clean(void* argument) { say_value("clean-up", *(int*)argument); }

static void forget_first(void* value) {
  say_value("destructor of first", (long)(intptr_t)value);
  VALUE(pthread_getspecific(first) == NULL);
  if (++rounds < 3) ERROR(pthread_setspecific(second, (void*)(intptr_t)(10 + rounds)));
}

static void forget_second(void* value) {
  say_value("destructor of second", (long)(intptr_t)value);
  ERROR(pthread_setspecific(first, (void*)(intptr_t)(20 + rounds)));
}

static void leave(int depth) {
  int own = depth;
  pthread_cleanup_push(clean, &own);
  if (depth == 0) pthread_exit((void*)(intptr_t)77);
  leave(depth - 1);
  pthread_cleanup_pop(0);
}

static void* exits(void* argument) {
  (void)argument;
  leave(3);
  return NULL;
}

static void* pops(void* argument) {
  int a = 1, b = 2;
  pthread_cleanup_push(clean, &a);
  pthread_cleanup_push(clean, &b);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(0);
  return argument;
}

static void* keeps(void* argument) {
  VALUE((intptr_t)pthread_getspecific(first));
  ERROR(pthread_setspecific(first, argument));
  ERROR(pthread_setspecific(none, argument));
  return NULL;
}

static void* keeps_for_ever(void* argument) {
  ERROR(pthread_setspecific(second, argument));
  rounds = -100;
  return NULL;
}

static void* exit_in_destructor_free_thread(void* argument) {
  ERROR(pthread_setspecific(none, argument));
  pthread_exit(argument);
}

static void let(void* (*work)(void*), long argument) {
  pthread_t thread;
  void* result = NULL;
  if (pthread_create(&thread, NULL, work, (void*)(intptr_t)argument) != 0) say("no thread");
  ERROR(pthread_join(thread, &result));
  VALUE((intptr_t)result);
}

int main(void) {
  ERROR(pthread_key_create(&first, forget_first));
  ERROR(pthread_key_create(&second, forget_second));
  ERROR(pthread_key_create(&none, NULL));
  let(exits, 0);
  let(pops, 4);
  let(keeps, 5);
  let(keeps, 6);
  let(keeps_for_ever, 7);
  let(exit_in_destructor_free_thread, 8);
  ERROR(pthread_setspecific(first, (void*)(intptr_t)9));
  ERROR(pthread_key_delete(first));
  ERROR(pthread_key_delete(first));
  ERROR(pthread_setspecific(first, (void*)(intptr_t)9));
  VALUE(pthread_getspecific(first) == NULL);
  let(keeps_for_ever, 10);
  return 3;
}
