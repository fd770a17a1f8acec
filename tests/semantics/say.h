/* How the programs print what a call did. One line each, flushed at once, so that the order is the order of calls. */
#ifndef SLEAVE_TESTS_SEMANTICS_SAY_H
#define SLEAVE_TESTS_SEMANTICS_SAY_H

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A function that returns its error: "0", "EBUSY". */
static inline void say_error(const char* call, int error) {
  const char* name = strerrorname_np(error);
  printf("%s: %s\n", call, name != NULL ? name : "not an error number");
  fflush(stdout);
}

/* A function that returns a value, and -1 with errno when it fails. */
static inline void say_result(const char* call, long result) {
  if (result == -1) {
    printf("%s: -1 %s\n", call, strerrorname_np(errno));
  } else {
    printf("%s: %ld\n", call, result);
  }
  fflush(stdout);
}

static inline void say_value(const char* what, long value) {
  printf("%s = %ld\n", what, value);
  fflush(stdout);
}

static inline void say(const char* text) {
  printf("%s\n", text);
  fflush(stdout);
}

#define ERROR(call) say_error(#call, call)
#define RESULT(call) say_result(#call, (long)(call))
#define VALUE(expression) say_value(#expression, (long)(expression))

#endif
