/* COVERS: times, getrusage, clock and the clocks of processor time: errors; they go on, but not while all sleep. */
#include <pthread.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "say.h"
#include "times.h"

enum { kNap = 300000 }; /* microseconds, and far more than all the rest takes */

static long long of_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000ll + time.tv_nsec / 1000;
}

static long long of_usage(int whom) {
  struct rusage usage;
  getrusage(whom, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000ll + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static void usages(void) {
  struct rusage usage;
  RESULT(getrusage(RUSAGE_SELF, &usage));
  VALUE(usage.ru_maxrss > 0);
  RESULT(getrusage(RUSAGE_THREAD, &usage));
  RESULT(getrusage(RUSAGE_CHILDREN, &usage));
  VALUE(usage.ru_utime.tv_sec + usage.ru_utime.tv_usec + usage.ru_maxrss);
  RESULT(getrusage(17, &usage));
}

static void order(void) {
  const long long first = of_usage(RUSAGE_SELF);
  VALUE(of_usage(RUSAGE_SELF) >= first);
  VALUE(of_usage(RUSAGE_THREAD) <= of_usage(RUSAGE_SELF));
  VALUE(of_clock(CLOCK_THREAD_CPUTIME_ID) <= of_clock(CLOCK_PROCESS_CPUTIME_ID));
  struct tms used;
  const clock_t begin = times(&used);
  VALUE(used.tms_cutime + used.tms_cstime);
  struct tms later;
  VALUE(times(&later) >= begin);
  VALUE(later.tms_utime >= used.tms_utime && later.tms_stime >= used.tms_stime);
}

static void asleep(void) {
  struct tms before, after;
  const clock_t begin = times(&before);
  const long long usage = of_usage(RUSAGE_SELF);
  const long long process = of_clock(CLOCK_PROCESS_CPUTIME_ID);
  const clock_t processor = clock();
  usleep(kNap);
  const long tick = 1000000 / sysconf(_SC_CLK_TCK);
  VALUE((times(&after) - begin) * tick >= kNap - tick);
  VALUE((after.tms_utime - before.tms_utime + after.tms_stime - before.tms_stime) * tick < kNap);
  VALUE(of_usage(RUSAGE_SELF) - usage < kNap);
  VALUE(of_clock(CLOCK_PROCESS_CPUTIME_ID) - process < kNap);
  VALUE(clock() - processor < kNap);
}

/* A wait until a processor time that has passed ends at once. */
static void until_passed(void) {
  const struct timespec nothing = {0, 1};
  ERROR(clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, TIMER_ABSTIME, &nothing, NULL));
}

static void* work(void* until) {
  const clock_t begin = clock();
  while (clock() - begin < 50) {
  }
  return until;
}

static void at_work(void) {
  pthread_t other;
  const long long before = of_usage(RUSAGE_SELF);
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
  pthread_join(other, NULL);
  VALUE(of_usage(RUSAGE_SELF) - before >= 50);
}

int main(void) {
  usages();
  order();
  asleep();
  until_passed();
  at_work();
}
