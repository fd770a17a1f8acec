// Wishes about where and how urgently a thread runs. Here the plan decides that: they are remembered and have no
// effect.
#include "runtime/thread/thread_settings.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <time.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/process/identity.h"
#include "runtime/record/state_use.h"
#include "runtime/state/signal_sets.h"
#include "runtime/thread/thread.h"

namespace sleave::rt {
namespace {

// Linux: only the real-time policies have priorities.
bool valid_priority(int policy, int priority) {
  const bool real_time = policy == SCHED_FIFO || policy == SCHED_RR;
  return real_time ? priority >= 1 && priority <= 99 : priority == 0;
}

bool valid_policy(int policy) {
  return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR || policy == SCHED_BATCH ||
         policy == SCHED_IDLE;
}

// Those that sysconf tells the program of.
cpu_set_t all_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < get_nprocs(); ++i) CPU_SET(i, &set);
  return set;
}

// Each of these is 0 or an error.

int set_processors(Thread* thread, std::size_t bytes, const cpu_set_t* processors) {
  if (thread == nullptr) return ESRCH;
  cpu_set_t wanted;
  cpu_set_t possible = all_processors();
  CPU_ZERO(&wanted);
  memcpy(&wanted, processors, bytes < sizeof wanted ? bytes : sizeof wanted);
  CPU_AND(&wanted, &wanted, &possible);
  if (CPU_COUNT(&wanted) == 0) return EINVAL;
  if (thread->processors == nullptr) thread->processors = arena_new<cpu_set_t>();
  *thread->processors = wanted;
  return 0;
}

// The kernel copies whole words, and at least as many as it has processors for.
int get_processors(const Thread* thread, std::size_t bytes, cpu_set_t* processors) {
  if (bytes < sizeof(long) || bytes % sizeof(long) != 0) return EINVAL;
  if (thread == nullptr) return ESRCH;
  const cpu_set_t set = thread->processors != nullptr ? *thread->processors : all_processors();
  memset(processors, 0, bytes);
  memcpy(processors, &set, bytes < sizeof set ? bytes : sizeof set);
  return 0;
}

int set_policy(Thread* thread, int policy, int priority) {
  if (thread == nullptr) return ESRCH;
  if (!valid_policy(policy) || !valid_priority(policy, priority)) return EINVAL;
  thread->policy = policy;
  thread->urgency = priority;
  return 0;
}

// The calls of sched.h name a thread by its number, 0 being the caller, and report errors in errno.

Thread* thread_of_process(pid_t number) { return number == 0 ? runtime.current : thread_of_number(number); }

// Null, with errno set, if there is none.
Thread* existing(pid_t number) {
  Thread* thread = number < 0 ? nullptr : thread_of_process(number);
  if (thread == nullptr) errno = number < 0 ? EINVAL : ESRCH;
  return thread;
}

int as_result(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

void take_policy(Thread& thread, const pthread_attr_t& attributes) {
  int inherit = PTHREAD_INHERIT_SCHED;
  pthread_attr_getinheritsched(&attributes, &inherit);
  if (inherit != PTHREAD_EXPLICIT_SCHED) return;
  sched_param parameters = {};
  pthread_attr_getschedpolicy(&attributes, &thread.policy);
  pthread_attr_getschedparam(&attributes, &parameters);
  thread.urgency = parameters.sched_priority;
}

// glibc shows attributes without processors as all that can be named.
void take_processors(Thread& thread, const pthread_attr_t& attributes) {
  cpu_set_t set;
  if (pthread_attr_getaffinity_np(&attributes, sizeof set, &set) != 0) return;
  if (CPU_COUNT(&set) < CPU_SETSIZE) set_processors(&thread, sizeof set, &set);
}

void take_signal_mask(Thread& thread, const pthread_attr_t& attributes) {
  sigset_t mask;
  if (pthread_attr_getsigmask_np(&attributes, &mask) == 0) thread.signal_mask = to_bits(mask) & ~kUnblockable;
}

}  // namespace

void inherit_settings(Thread& thread, const Thread& creator, const pthread_attr_t* attributes) {
  thread.signal_mask = creator.signal_mask;
  thread.policy = creator.policy;
  thread.urgency = creator.urgency;
  if (creator.processors != nullptr) set_processors(&thread, sizeof *creator.processors, creator.processors);
  if (attributes == nullptr) return;
  take_policy(thread, *attributes);
  take_processors(thread, *attributes);
  take_signal_mask(thread, *attributes);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_setaffinity_np(pthread_t handle, std::size_t bytes, const cpu_set_t* processors) noexcept {
  if (!controlled()) return REAL(pthread_setaffinity_np)(handle, bytes, processors);
  use_state(SLEAVE_CALL_pthread_setaffinity_np, SLEAVE_SITE_HERE);
  return set_processors(named_thread(handle), bytes, processors);
}

SLEAVE_EXPORT int pthread_getaffinity_np(pthread_t handle, std::size_t bytes, cpu_set_t* processors) noexcept {
  if (!controlled()) return REAL(pthread_getaffinity_np)(handle, bytes, processors);
  use_state(SLEAVE_CALL_pthread_getaffinity_np, SLEAVE_SITE_HERE);
  return get_processors(named_thread(handle), bytes, processors);
}

SLEAVE_EXPORT int pthread_setschedparam(pthread_t handle, int policy, const sched_param* parameters) noexcept {
  if (!controlled()) return REAL(pthread_setschedparam)(handle, policy, parameters);
  use_state(SLEAVE_CALL_pthread_setschedparam, SLEAVE_SITE_HERE);
  return set_policy(named_thread(handle), policy, parameters->sched_priority);
}

SLEAVE_EXPORT int pthread_getschedparam(pthread_t handle, int* policy, sched_param* parameters) noexcept {
  if (!controlled()) return REAL(pthread_getschedparam)(handle, policy, parameters);
  use_state(SLEAVE_CALL_pthread_getschedparam, SLEAVE_SITE_HERE);
  const Thread* thread = named_thread(handle);
  if (thread == nullptr) return ESRCH;
  *policy = thread->policy;
  parameters->sched_priority = thread->urgency;
  return 0;
}

SLEAVE_EXPORT int pthread_setschedprio(pthread_t handle, int priority) noexcept {
  if (!controlled()) return REAL(pthread_setschedprio)(handle, priority);
  use_state(SLEAVE_CALL_pthread_setschedprio, SLEAVE_SITE_HERE);
  Thread* thread = named_thread(handle);
  if (thread == nullptr) return ESRCH;
  if (!valid_priority(thread->policy, priority)) return EINVAL;
  thread->urgency = priority;
  return 0;
}

// Every thread runs on a stack of its slot, which glibc does not know as such.
SLEAVE_EXPORT int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) noexcept {
  const int error = REAL(pthread_getattr_np)(handle, attributes);
  if (error != 0 || !controlled()) return error;
  const Thread* thread = named_thread(handle);
  if (thread == nullptr) return error;
  pthread_attr_setdetachstate(attributes, thread->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  pthread_attr_setguardsize(attributes, (thread->guard_bytes + kSystemPageBytes - 1) & ~(kSystemPageBytes - 1));
  return pthread_attr_setstack(attributes, thread->stack_low, thread->stack_bytes);
}

SLEAVE_EXPORT int pthread_getcpuclockid(pthread_t handle, clockid_t* clock) noexcept {
  if (!controlled()) return REAL(pthread_getcpuclockid)(handle, clock);
  if (named_thread(handle) == nullptr) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;  // virtual time, like every clock
  return 0;
}

SLEAVE_EXPORT int sched_setaffinity(pid_t number, std::size_t bytes, const cpu_set_t* processors) noexcept {
  if (!controlled()) return REAL(sched_setaffinity)(number, bytes, processors);
  use_state(SLEAVE_CALL_sched_setaffinity, SLEAVE_SITE_HERE);
  return as_result(set_processors(thread_of_process(number), bytes, processors));
}

SLEAVE_EXPORT int sched_getaffinity(pid_t number, std::size_t bytes, cpu_set_t* processors) noexcept {
  if (!controlled()) return REAL(sched_getaffinity)(number, bytes, processors);
  use_state(SLEAVE_CALL_sched_getaffinity, SLEAVE_SITE_HERE);
  return as_result(get_processors(thread_of_process(number), bytes, processors));
}

SLEAVE_EXPORT int sched_setscheduler(pid_t number, int policy, const sched_param* parameters) noexcept {
  if (!controlled()) return REAL(sched_setscheduler)(number, policy, parameters);
  use_state(SLEAVE_CALL_sched_setscheduler, SLEAVE_SITE_HERE);
  if (number < 0 || policy < 0) return as_result(EINVAL);
  return as_result(set_policy(thread_of_process(number), policy & ~SCHED_RESET_ON_FORK, parameters->sched_priority));
}

SLEAVE_EXPORT int sched_getscheduler(pid_t number) noexcept {
  if (!controlled()) return REAL(sched_getscheduler)(number);
  use_state(SLEAVE_CALL_sched_getscheduler, SLEAVE_SITE_HERE);
  const Thread* thread = existing(number);
  return thread != nullptr ? thread->policy : -1;
}

SLEAVE_EXPORT int sched_setparam(pid_t number, const sched_param* parameters) noexcept {
  if (!controlled()) return REAL(sched_setparam)(number, parameters);
  use_state(SLEAVE_CALL_sched_setparam, SLEAVE_SITE_HERE);
  Thread* thread = existing(number);
  return thread != nullptr ? as_result(set_policy(thread, thread->policy, parameters->sched_priority)) : -1;
}

SLEAVE_EXPORT int sched_getparam(pid_t number, sched_param* parameters) noexcept {
  if (!controlled()) return REAL(sched_getparam)(number, parameters);
  use_state(SLEAVE_CALL_sched_getparam, SLEAVE_SITE_HERE);
  const Thread* thread = existing(number);
  if (thread == nullptr) return -1;
  parameters->sched_priority = thread->urgency;
  return 0;
}
