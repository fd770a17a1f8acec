/* COVERS: sleeping functions and clocks: returns, errors, order of time, errno left alone. */
#include <pthread.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "say.h"
#include "times.h"

static struct timeval* volatile no_time;

static long long nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static int passes(clockid_t clock, long long least, void (*wait)(void)) {
  const long long before = nanoseconds(clock);
  wait();
  return nanoseconds(clock) - before >= least;
}

static void nap(void) {
  const struct timespec millisecond = {0, 1000000};
  RESULT(nanosleep(&millisecond, NULL));
}
static void short_nap(void) { RESULT(usleep(2000)); }
static void no_nap(void) { RESULT(sleep(0)); }
static void until(void) {
  const struct timespec time = from_now(CLOCK_MONOTONIC, 3);
  ERROR(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL));
}

static void sleeps(void) {
  errno = EDOM;
  VALUE(passes(CLOCK_MONOTONIC, 1000000, nap));
  VALUE(passes(CLOCK_REALTIME, 2000000, short_nap));
  VALUE(passes(CLOCK_MONOTONIC, 0, no_nap));
  VALUE(passes(CLOCK_MONOTONIC, 3000000, until));
  VALUE(errno == EDOM);
  ERROR(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &long_ago, NULL));
  struct timespec rest = {7, 7};
  RESULT(nanosleep(&too_many_nanoseconds, &rest));
  RESULT(nanosleep(&negative_nanoseconds, &rest));
  RESULT(nanosleep(&before_time, &rest));
  ERROR(clock_nanosleep(CLOCK_MONOTONIC, 0, &too_many_nanoseconds, &rest));
  ERROR(clock_nanosleep(CLOCK_MONOTONIC, 0, &before_time, &rest));
  ERROR(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &before_time, &rest));
  ERROR(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &long_ago, &rest));
  ERROR(clock_nanosleep(99, 0, &long_ago, &rest));
  VALUE(rest.tv_sec);
}

static void clocks(void) {
  struct timespec read, resolution;
  RESULT(clock_gettime(99, &read));
  RESULT(clock_getres(99, &resolution));
  RESULT(clock_getres(CLOCK_MONOTONIC, &resolution));
  RESULT(clock_getres(CLOCK_REALTIME, NULL));
  VALUE(resolution.tv_sec == 0 && resolution.tv_nsec > 0);
  RESULT(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &read));
  RESULT(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &read));
  VALUE(nanoseconds(CLOCK_MONOTONIC) <= nanoseconds(CLOCK_MONOTONIC));
  VALUE(nanoseconds(CLOCK_REALTIME) <= nanoseconds(CLOCK_REALTIME));
  struct timeval now;
  RESULT(gettimeofday(&now, NULL));
  RESULT(gettimeofday(no_time, NULL));
  time_t seconds = 0;
  VALUE(now.tv_sec <= time(&seconds));
  VALUE(seconds >= now.tv_sec);
  VALUE(timespec_get(&read, TIME_UTC) == TIME_UTC);
  VALUE(timespec_get(&read, 99));
  VALUE(read.tv_sec >= now.tv_sec);
  VALUE(clock() <= clock());
  RESULT(sched_yield());
}

static void chance(void) {
  char buffer[300];
  RESULT(getentropy(buffer, 256));
  RESULT(getentropy(buffer, 257));
  RESULT(getrandom(buffer, sizeof buffer, 0));
  RESULT(getrandom(buffer, 10, GRND_NONBLOCK));
  RESULT(getrandom(buffer, 10, 0x8000));
}

int main(void) {
  sleeps();
  clocks();
  chance();
  return 0;
}
