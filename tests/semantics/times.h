/* Absolute times for the timed calls. */
#ifndef SLEAVE_TESTS_SEMANTICS_TIMES_H
#define SLEAVE_TESTS_SEMANTICS_TIMES_H

#include <time.h>

static inline struct timespec from_now(clockid_t clock, long milliseconds) {
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_sec += milliseconds / 1000;
  time.tv_nsec += milliseconds % 1000 * 1000000;
  if (time.tv_nsec >= 1000000000) {
    time.tv_nsec -= 1000000000;
    ++time.tv_sec;
  }
  return time;
}

static const struct timespec long_ago = {1, 0};
static const struct timespec before_time = {-1, 0};
static const struct timespec too_many_nanoseconds = {1, 1000000000};
static const struct timespec negative_nanoseconds = {1, -1};

#endif
