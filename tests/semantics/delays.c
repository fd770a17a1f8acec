/* Preloaded into a plain program: a new thread, or the thread that made it (SLEAVE_DELAY), stands still for a moment.
 * A program that prints the same whatever the schedule prints the same under both. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int creator(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

struct start {
  void* (*function)(void*);
  void* argument;
};

static void delay(const char* who) {
  const struct timespec moment = {.tv_nsec = 15000000};
  const char* delayed = getenv("SLEAVE_DELAY");
  if (delayed != NULL && strcmp(delayed, who) == 0) nanosleep(&moment, NULL);
}

static void* begin(void* given) {
  const struct start start = *(struct start*)given;
  free(given);
  delay("created");
  return start.function(start.argument);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  creator* create = (creator*)dlsym(RTLD_NEXT, "pthread_create");
  struct start* start = malloc(sizeof *start);
  *start = (struct start){function, argument};
  const int error = create(thread, attributes, begin, start);
  if (error != 0) free(start);
  delay("creator");
  return error;
}
