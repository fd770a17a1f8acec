/* COVERS: affinity, policy and priority of threads are remembered; the stack of main and of threads; key rounds. */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

#include "say.h"

static pthread_key_t key;
static int rounds;

static void set_again(void* value) {
  ++rounds;
  pthread_setspecific(key, value);
}

static void* with_key(void* argument) {
  ERROR(pthread_setspecific(key, argument));
  return NULL;
}

static void stack_of(pthread_t thread) {
  pthread_attr_t attribute;
  void* low = NULL;
  size_t bytes = 0;
  int state = -1;
  ERROR(pthread_getattr_np(thread, &attribute));
  ERROR(pthread_attr_getstack(&attribute, &low, &bytes));
  ERROR(pthread_attr_getdetachstate(&attribute, &state));
  VALUE(state == PTHREAD_CREATE_JOINABLE);
  char local;
  VALUE((uintptr_t)&local > (uintptr_t)low && (uintptr_t)&local < (uintptr_t)low + bytes);
  ERROR(pthread_attr_destroy(&attribute));
}

static void* look_at_itself(void* argument) {
  stack_of(pthread_self());
  return argument;
}

static void affinity(void) {
  cpu_set_t set, got;
  CPU_ZERO(&set);
  ERROR(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
  CPU_SET(0, &set);
  ERROR(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
  ERROR(pthread_getaffinity_np(pthread_self(), sizeof got, &got));
  VALUE(CPU_COUNT(&got));
  VALUE(CPU_ISSET(0, &got));
}

static void priorities(void) {
  int policy = -1;
  struct sched_param parameters = {-1};
  ERROR(pthread_getschedparam(pthread_self(), &policy, &parameters));
  VALUE(policy == SCHED_OTHER);
  VALUE(parameters.sched_priority);
  parameters.sched_priority = 1000;
  ERROR(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters));
  ERROR(pthread_setschedparam(pthread_self(), 12345, &parameters));
  ERROR(pthread_setschedprio(pthread_self(), 5));
  parameters.sched_priority = 0;
  ERROR(pthread_setschedparam(pthread_self(), SCHED_BATCH, &parameters));
  ERROR(pthread_getschedparam(pthread_self(), &policy, &parameters));
  VALUE(policy == SCHED_BATCH);
}

int main(void) {
  pthread_t thread;
  stack_of(pthread_self());
  pthread_create(&thread, NULL, look_at_itself, NULL);
  pthread_join(thread, NULL);
  affinity();
  priorities();
  clockid_t clock;
  ERROR(pthread_getcpuclockid(pthread_self(), &clock));
  ERROR(pthread_setconcurrency(3));
  VALUE(pthread_getconcurrency());
  ERROR(pthread_key_create(&key, set_again));
  pthread_create(&thread, NULL, with_key, &key);
  pthread_join(thread, NULL);
  VALUE(rounds);
  ERROR(pthread_key_delete(key));
  return 0;
}
