/* COVERS: main leaves by pthread_exit, its handlers run, another thread goes on and the program ends with 0. */
#include <pthread.h>
#include <stdlib.h>

#include "say.h"

static pthread_t main_thread;
static pthread_key_t key;

static void clean(void* argument) { say(argument); }
static void at_end(void) { say("atexit"); }

static void* outlive(void* argument) {
  (void)argument;
  void* result = NULL;
  ERROR(pthread_join(main_thread, &result));
  say(result);
  return NULL;
}

int main(void) {
  pthread_t thread;
  atexit(at_end);
  main_thread = pthread_self();
  ERROR(pthread_key_create(&key, clean));
  ERROR(pthread_setspecific(key, "key of main"));
  ERROR(pthread_create(&thread, NULL, outlive, NULL));
  pthread_cleanup_push(clean, "clean-up of main");
  pthread_exit("result of main");
  pthread_cleanup_pop(0);
  return 9;
}
