/* COVERS: every pthread_attr_* call: what is set is what is got, every error that can be reached, and threads made so.
 */
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "say.h"

static pthread_attr_t attributes;

static void detach_state(void) {
  int state = -1;
  ERROR(pthread_attr_getdetachstate(&attributes, &state));
  VALUE(state == PTHREAD_CREATE_JOINABLE);
  ERROR(pthread_attr_setdetachstate(&attributes, 77));
  ERROR(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED));
  ERROR(pthread_attr_getdetachstate(&attributes, &state));
  VALUE(state == PTHREAD_CREATE_DETACHED);
  ERROR(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE));
}

static void sizes(void) {
  size_t bytes = 0;
  ERROR(pthread_attr_setguardsize(&attributes, 16384));
  ERROR(pthread_attr_getguardsize(&attributes, &bytes));
  VALUE(bytes);
  ERROR(pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN - 1));
  ERROR(pthread_attr_setstacksize(&attributes, 1 << 20));
  ERROR(pthread_attr_getstacksize(&attributes, &bytes));
  VALUE(bytes);
}

static void scheduling(void) {
  int value = -1;
  struct sched_param parameter = {.sched_priority = 0};
  ERROR(pthread_attr_setinheritsched(&attributes, 99));
  ERROR(pthread_attr_setinheritsched(&attributes, PTHREAD_INHERIT_SCHED));
  ERROR(pthread_attr_getinheritsched(&attributes, &value));
  VALUE(value == PTHREAD_INHERIT_SCHED);
  ERROR(pthread_attr_setschedpolicy(&attributes, 99));
  ERROR(pthread_attr_setschedpolicy(&attributes, SCHED_OTHER));
  ERROR(pthread_attr_getschedpolicy(&attributes, &value));
  VALUE(value == SCHED_OTHER);
  ERROR(pthread_attr_setschedparam(&attributes, &parameter));
  parameter.sched_priority = 5;
  ERROR(pthread_attr_setschedparam(&attributes, &parameter));
  ERROR(pthread_attr_getschedparam(&attributes, &parameter));
  VALUE(parameter.sched_priority);
  ERROR(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS));
  ERROR(pthread_attr_setscope(&attributes, 99));
  ERROR(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM));
  ERROR(pthread_attr_getscope(&attributes, &value));
  VALUE(value == PTHREAD_SCOPE_SYSTEM);
}

static void affinity_and_signals(void) {
  cpu_set_t processors;
  sigset_t signals;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  ERROR(pthread_attr_setaffinity_np(&attributes, sizeof processors, &processors));
  CPU_ZERO(&processors);
  ERROR(pthread_attr_getaffinity_np(&attributes, sizeof processors, &processors));
  VALUE(CPU_COUNT(&processors));
  VALUE(CPU_ISSET(0, &processors) != 0);
  ERROR(pthread_attr_getsigmask_np(&attributes, &signals) == PTHREAD_ATTR_NO_SIGMASK_NP ? 0 : EINVAL);
  sigfillset(&signals);
  sigdelset(&signals, SIGUSR2);
  ERROR(pthread_attr_setsigmask_np(&attributes, &signals));
  sigemptyset(&signals);
  ERROR(pthread_attr_getsigmask_np(&attributes, &signals));
  VALUE(sigismember(&signals, SIGUSR1));
  VALUE(sigismember(&signals, SIGUSR2));
}

static void* look_at_self(void* argument) {
  pthread_attr_t own;
  void* lowest = NULL;
  size_t bytes = 0;
  int state = -1;
  char here = 0;
  ERROR(pthread_getattr_np(pthread_self(), &own));
  ERROR(pthread_attr_getstack(&own, &lowest, &bytes));
  VALUE(&here > (char*)lowest && &here < (char*)lowest + bytes);
  ERROR(pthread_attr_getdetachstate(&own, &state));
  VALUE(state == PTHREAD_CREATE_JOINABLE);
  ERROR(pthread_attr_destroy(&own));
  return argument;
}

static void default_attributes(void) {
  pthread_attr_t standard;
  int state = -1;
  ERROR(pthread_getattr_default_np(&standard));
  ERROR(pthread_attr_getdetachstate(&standard, &state));
  VALUE(state == PTHREAD_CREATE_JOINABLE);
  ERROR(pthread_attr_destroy(&standard));
}

static void own_stack(void) {
  const size_t bytes = 1 << 20;
  void* lowest = NULL;
  size_t got = 0;
  void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  pthread_attr_t mine;
  ERROR(pthread_attr_init(&mine));
  ERROR(pthread_attr_setstack(&mine, memory, 100));
  ERROR(pthread_attr_setstack(&mine, memory, bytes));
  ERROR(pthread_attr_getstack(&mine, &lowest, &got));
  VALUE(lowest == memory);
  VALUE(got);
  ERROR(pthread_attr_destroy(&mine));
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  ERROR(pthread_attr_init(&attributes));
  detach_state();
  sizes();
  scheduling();
  affinity_and_signals();
  const int created = pthread_create(&thread, &attributes, look_at_self, &attributes);
  ERROR(pthread_join(thread, &result));
  VALUE(created);
  VALUE(result == &attributes);
  ERROR(pthread_attr_destroy(&attributes));
  default_attributes();
  own_stack();
  return 0;
}
