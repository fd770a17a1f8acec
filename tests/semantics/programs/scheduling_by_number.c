/* COVERS: the calls of sched.h that name a thread by its number: affinity, policy, parameters; getcpu. What a new
 * thread inherits, and what its attributes set. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include "say.h"

static void affinity(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  RESULT(sched_setaffinity(0, sizeof set, &set));
  RESULT(sched_getaffinity(0, sizeof set, &set));
  VALUE(CPU_COUNT(&set) >= 1);
  RESULT(sched_getaffinity(0, 1, &set));
  RESULT(sched_getaffinity(0, sizeof(long) + 1, &set));
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  RESULT(sched_setaffinity(getpid(), sizeof set, &set));
  CPU_ZERO(&set);
  RESULT(sched_getaffinity(gettid(), sizeof set, &set));
  VALUE(CPU_COUNT(&set));
  VALUE(CPU_ISSET(0, &set));
  ERROR(pthread_getaffinity_np(pthread_self(), sizeof set, &set));
  VALUE(CPU_COUNT(&set));
  RESULT(sched_getaffinity(2147483647, sizeof set, &set));
  RESULT(sched_setaffinity(2147483647, sizeof set, &set));
}

static void policy(void) {
  struct sched_param parameters = {7};
  VALUE(sched_getscheduler(0) == SCHED_OTHER);
  RESULT(sched_getparam(0, &parameters));
  VALUE(parameters.sched_priority);
  RESULT(sched_setparam(0, &parameters));
  RESULT(sched_setscheduler(0, SCHED_BATCH, &parameters));
  VALUE(sched_getscheduler(gettid()) == SCHED_BATCH);
  parameters.sched_priority = 1;
  RESULT(sched_setparam(0, &parameters));
  RESULT(sched_setscheduler(0, SCHED_OTHER, &parameters));
  parameters.sched_priority = 1000;
  RESULT(sched_setscheduler(0, SCHED_FIFO, &parameters));
  parameters.sched_priority = 0;
  RESULT(sched_setscheduler(0, 12345, &parameters));
  RESULT(sched_setscheduler(-1, SCHED_OTHER, &parameters));
  RESULT(sched_setscheduler(2147483647, SCHED_OTHER, &parameters));
  RESULT(sched_getscheduler(-1));
  RESULT(sched_getscheduler(2147483647));
  RESULT(sched_getparam(-1, &parameters));
  RESULT(sched_setparam(2147483647, &parameters));
}

static void* looks_from_thread(void* main_thread) {
  VALUE(sched_getscheduler(0) == SCHED_BATCH); /* inherited */
  VALUE(sched_getscheduler(*(pid_t*)main_thread) == SCHED_BATCH);
  cpu_set_t set;
  RESULT(sched_getaffinity(0, sizeof set, &set));
  VALUE(CPU_COUNT(&set)); /* inherited */
  unsigned processor = 99;
  unsigned node = 99;
  RESULT(getcpu(&processor, &node));
  VALUE(processor == 0 && node == 0); /* the only one it may use */
  RESULT(getcpu(NULL, NULL));
  return NULL;
}

static void* has_what_was_asked_for(void* unused) {
  sigset_t blocked;
  ERROR(pthread_sigmask(SIG_BLOCK, NULL, &blocked));
  VALUE(sigismember(&blocked, SIGUSR1));
  VALUE(sigismember(&blocked, SIGUSR2));
  VALUE(sched_getscheduler(0) == SCHED_OTHER);
  return unused;
}

/* The creator blocks SIGUSR1 and has another policy; the attributes say otherwise. */
static void by_attributes(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  ERROR(pthread_sigmask(SIG_BLOCK, &set, NULL));
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ERROR(pthread_attr_setsigmask_np(&attributes, &set));
  ERROR(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED));
  pthread_t other;
  pthread_create(&other, &attributes, has_what_was_asked_for, NULL);
  pthread_join(other, NULL);
  pthread_attr_destroy(&attributes);
}

int main(void) {
  affinity();
  policy();
  pid_t number = gettid();
  pthread_t other;
  pthread_create(&other, NULL, looks_from_thread, &number);
  pthread_join(other, NULL);
  by_attributes();
}
