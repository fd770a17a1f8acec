// Changes what the kernel and the C library keep for a process. Every run must find it as the first one did, whatever
// the run before has left: each check compares with the value that the run leaves behind. With `more` what cannot
// always be put back.
#include <assert.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { kFiles = 333, kFiles64 = 334, kCore = 4097, kNice = 7 };

static void handler(int number) { (void)number; }

static rlim_t limit_of(__rlimit_resource_t resource) {
  struct rlimit limit;
  assert(getrlimit(resource, &limit) == 0);
  return limit.rlim_cur;
}

static void check_limits(void) {
  struct rlimit limit;
  assert(limit_of(RLIMIT_NOFILE) != kFiles && limit_of(RLIMIT_NOFILE) != kFiles64);
  assert(limit_of(RLIMIT_CORE) != kCore);
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  limit.rlim_cur = kFiles;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit_of(RLIMIT_NOFILE) == kFiles);
  struct rlimit64 limit64 = {kFiles64, limit.rlim_max};
  assert(setrlimit64(RLIMIT_NOFILE, &limit64) == 0 && limit_of(RLIMIT_NOFILE) == kFiles64);
  struct rlimit core;
  assert(prlimit(0, RLIMIT_CORE, NULL, &core) == 0);
  core.rlim_cur = core.rlim_max < kCore ? core.rlim_max : kCore;
  assert(prlimit(0, RLIMIT_CORE, &core, NULL) == 0);
}

static void check_signals(void) {
  struct sigaction action;
  sigset_t set;
  assert(sigaction(SIGUSR1, NULL, &action) == 0 && action.sa_handler == SIG_DFL);
  assert(sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL);
  assert(pthread_sigmask(SIG_BLOCK, NULL, &set) == 0 && !sigismember(&set, SIGUSR2));
  assert(sigpending(&set) == 0 && !sigismember(&set, SIGUSR2));
  action.sa_handler = handler;
  assert(sigaction(SIGUSR1, &action, NULL) == 0 && signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0 && raise(SIGUSR2) == 0);
}

static void check_place(void) {
  char place[4096];
  assert(getcwd(place, sizeof place) == place && strcmp(place, "/") != 0);
  const mode_t mask = umask(0123);
  assert(mask != 0123);
  assert(chdir("/") == 0);
}

static void check_library(void) {
  assert(getenv("LEFT_BY_A_RUN") == NULL && setenv("LEFT_BY_A_RUN", "1", 1) == 0);
  assert(unsetenv("HOME") == 0 || getenv("HOME") == NULL);
  setenv("TZ", "Asia/Tokyo", 1);
  assert(timezone == 0);
  tzset();
  assert(timezone != 0);
}

// What only some users may put back, or nobody: then the next run is forked.
static void check_more(void) {
  struct rlimit limit;
  assert(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max != kCore);
  limit.rlim_cur = limit.rlim_max = kCore;
  assert(setrlimit(RLIMIT_CORE, &limit) == 0);
  assert(getpriority(PRIO_PROCESS, 0) != kNice && nice(kNice - getpriority(PRIO_PROCESS, 0)) == kNice);
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  assert(setlocale(LC_ALL, "C.UTF-8") != NULL && strcmp(setlocale(LC_ALL, NULL), "C") != 0);
}

static void check_timers(void) {
  struct itimerval timer;
  assert(getitimer(ITIMER_REAL, &timer) == 0 && timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0);
  timer.it_value.tv_sec = 1000;
  assert(setitimer(ITIMER_REAL, &timer, NULL) == 0);
  timer_t made;
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  assert(timer_create(CLOCK_MONOTONIC, &event, &made) == 0);
}

static void check_memory(void) {
  static char bytes[8192];
  assert(mlock(bytes, sizeof bytes) == 0);
}

static void* nothing(void* argument) { return argument; }

int main(int count, char** words) {
  check_limits();
  check_signals();
  check_place();
  check_library();
  check_timers();
  check_memory();
  if (count > 1 && strcmp(words[1], "more") == 0) check_more();
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  return pthread_join(thread, NULL);
}
