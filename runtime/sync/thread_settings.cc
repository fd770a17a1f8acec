// Wishes about where and how urgently a thread runs. Here the plan decides that: they are remembered and have no
// effect.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <time.h>

#include "runtime/base/arena.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/sync/thread.h"

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

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_setaffinity_np(pthread_t handle, std::size_t bytes, const cpu_set_t* processors) noexcept {
  if (!controlled()) return REAL(pthread_setaffinity_np)(handle, bytes, processors);
  Thread* thread = thread_of(handle);
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

SLEAVE_EXPORT int pthread_getaffinity_np(pthread_t handle, std::size_t bytes, cpu_set_t* processors) noexcept {
  if (!controlled()) return REAL(pthread_getaffinity_np)(handle, bytes, processors);
  const Thread* thread = thread_of(handle);
  if (thread == nullptr) return ESRCH;
  const cpu_set_t set = thread->processors != nullptr ? *thread->processors : all_processors();
  memset(processors, 0, bytes);
  memcpy(processors, &set, bytes < sizeof set ? bytes : sizeof set);
  return 0;
}

SLEAVE_EXPORT int pthread_setschedparam(pthread_t handle, int policy, const sched_param* parameters) noexcept {
  if (!controlled()) return REAL(pthread_setschedparam)(handle, policy, parameters);
  Thread* thread = thread_of(handle);
  if (thread == nullptr) return ESRCH;
  if (!valid_policy(policy) || !valid_priority(policy, parameters->sched_priority)) return EINVAL;
  thread->policy = policy;
  thread->urgency = parameters->sched_priority;
  return 0;
}

SLEAVE_EXPORT int pthread_getschedparam(pthread_t handle, int* policy, sched_param* parameters) noexcept {
  if (!controlled()) return REAL(pthread_getschedparam)(handle, policy, parameters);
  const Thread* thread = thread_of(handle);
  if (thread == nullptr) return ESRCH;
  *policy = thread->policy;
  parameters->sched_priority = thread->urgency;
  return 0;
}

SLEAVE_EXPORT int pthread_setschedprio(pthread_t handle, int priority) noexcept {
  if (!controlled()) return REAL(pthread_setschedprio)(handle, priority);
  Thread* thread = thread_of(handle);
  if (thread == nullptr) return ESRCH;
  if (!valid_priority(thread->policy, priority)) return EINVAL;
  thread->urgency = priority;
  return 0;
}

// The main thread runs on the stack of its slot, of which glibc does not know.
SLEAVE_EXPORT int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) noexcept {
  const int error = REAL(pthread_getattr_np)(handle, attributes);
  if (error != 0 || !controlled()) return error;
  const Thread* thread = thread_of(handle);
  if (thread == nullptr) return error;
  pthread_attr_setdetachstate(attributes, thread->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(attributes, thread->stack_low,
                               static_cast<std::size_t>(thread->stack_high - thread->stack_low));
}

SLEAVE_EXPORT int pthread_getcpuclockid(pthread_t handle, clockid_t* clock) noexcept {
  if (!controlled()) return REAL(pthread_getcpuclockid)(handle, clock);
  if (thread_of(handle) == nullptr) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;  // virtual time, like every clock
  return 0;
}
