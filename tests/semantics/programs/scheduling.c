/* COVERS: priorities, policies, affinity, concurrency, numbers of processors: what is accepted and what is refused. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "say.h"

static void last(int code, void* argument) {
  say_value("on_exit", code);
  say((const char*)argument);
}

static void priorities(void) {
  int policy = -1;
  struct sched_param parameter = {.sched_priority = 0};
  ERROR(pthread_getschedparam(pthread_self(), &policy, &parameter));
  VALUE(policy == SCHED_OTHER);
  VALUE(parameter.sched_priority);
  ERROR(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter));
  ERROR(pthread_setschedprio(pthread_self(), 0));
  VALUE(sched_get_priority_max(SCHED_FIFO));
  VALUE(sched_get_priority_min(SCHED_FIFO));
  RESULT(sched_get_priority_max(99));
  RESULT(sched_get_priority_min(99));
  VALUE(pthread_getconcurrency());
  ERROR(pthread_setconcurrency(-1));
  ERROR(pthread_setconcurrency(3));
  VALUE(pthread_getconcurrency());
}

static void processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  ERROR(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
  VALUE(get_nprocs() >= 1);
  VALUE(get_nprocs_conf() >= get_nprocs());
  VALUE(sysconf(_SC_NPROCESSORS_ONLN) == get_nprocs());
  VALUE(sysconf(_SC_NPROCESSORS_CONF) == get_nprocs_conf());
  VALUE(__sysconf(_SC_NPROCESSORS_ONLN) == get_nprocs()); /* of PTHREAD_STACK_MIN */
  VALUE(sysconf(_SC_PAGESIZE));
  RESULT(sysconf(9999));
  VALUE(sched_getcpu() >= 0);
}

static void masks(void) {
  sigset_t set;
  sigset_t before;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  RESULT(sigprocmask(SIG_BLOCK, &set, &before));
  VALUE(sigismember(&before, SIGUSR1));
  RESULT(sigprocmask(99, &set, NULL));
  RESULT(sigprocmask(SIG_SETMASK, &before, &set));
  VALUE(sigismember(&set, SIGUSR1));
}

int main(void) {
  static char words[] = "said at the end";
  VALUE(on_exit(last, words));
  priorities();
  processors();
  masks();
  return 3;
}
