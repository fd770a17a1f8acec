/* COVERS: quick_exit from a thread: its own handlers in reverse order, no atexit handlers; the code of _Exit in one
 * counts. */
#include <pthread.h>
#include <stdlib.h>

#include "say.h"

static void normal(void) { say("must not run"); }
static void first(void) {
  say("quick first");
  _Exit(9);
}
static void second(void) { say("quick second"); }

static void* leave(void* argument) {
  (void)argument;
  quick_exit(8);
}

int main(void) {
  pthread_t thread;
  atexit(normal);
  at_quick_exit(first);
  at_quick_exit(second);
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  return 1;
}
