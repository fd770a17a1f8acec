// Wishes about where and how urgently a thread runs. Here the plan decides that: they are heard and have no effect.
#include <pthread.h>
#include <sched.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_setaffinity_np(pthread_t thread, std::size_t bytes, const cpu_set_t* processors) noexcept {
  return controlled() ? 0 : REAL(pthread_setaffinity_np)(thread, bytes, processors);
}

SLEAVE_EXPORT int pthread_setschedparam(pthread_t thread, int policy, const sched_param* parameters) noexcept {
  return controlled() ? 0 : REAL(pthread_setschedparam)(thread, policy, parameters);
}

SLEAVE_EXPORT int pthread_setschedprio(pthread_t thread, int priority) noexcept {
  return controlled() ? 0 : REAL(pthread_setschedprio)(thread, priority);
}
