#include "runtime/sched/handler_calls.h"

#include "abi/trace.h"
#include "runtime/base/outcome.h"
#include "runtime/base/text.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

const char* unsafe_function_of(sleave_event_kind kind) {
  switch (kind) {
    case SLEAVE_EV_thread_create:
    case SLEAVE_EV_thread_join:
    case SLEAVE_EV_thread_detach:
      return "a function of threads";
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_trylock:
    case SLEAVE_EV_mutex_timedlock:
    case SLEAVE_EV_mutex_unlock:
    case SLEAVE_EV_mutex_destroy:
      return "a function of mutexes";
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_tryrdlock:
    case SLEAVE_EV_rwlock_timedrdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_trywrlock:
    case SLEAVE_EV_rwlock_timedwrlock:
    case SLEAVE_EV_rwlock_unlock:
    case SLEAVE_EV_rwlock_destroy:
      return "a function of read-write locks";
    case SLEAVE_EV_cond_wait:
    case SLEAVE_EV_cond_wake:
    case SLEAVE_EV_cond_signal:
    case SLEAVE_EV_cond_broadcast:
    case SLEAVE_EV_cond_destroy:
      return "a function of conditions";
    case SLEAVE_EV_semaphore_wait:
    case SLEAVE_EV_semaphore_trywait:
    case SLEAVE_EV_semaphore_timedwait:
    case SLEAVE_EV_semaphore_destroy:  // sem_post is safe
      return "a function of semaphores";
    case SLEAVE_EV_barrier_arrive:
    case SLEAVE_EV_barrier_leave:
    case SLEAVE_EV_barrier_destroy:
      return "a function of barriers";
    case SLEAVE_EV_spin_lock:
    case SLEAVE_EV_spin_trylock:
    case SLEAVE_EV_spin_unlock:
      return "a function of spin locks";
    default:
      return nullptr;
  }
}

const char* interrupted_function(const Thread& thread) {
  // Sent or unblocked by the thread itself: it is in raise() or pthread_sigmask().
  if (thread.pending.kind == SLEAVE_EV_signal_take) return nullptr;
  const char* pending = unsafe_function_of(thread.pending.kind);
  return pending != nullptr ? pending : thread.unsafe_call;
}

void check_call_in_handler(const char* function, std::uintptr_t site) {
  Thread& self = *runtime.current;
  if (__builtin_frame_address(0) >= self.handler_frame) {
    self.interrupted_call = nullptr;
    return;
  }
  if (!is_own_code(reinterpret_cast<const void*>(site))) return;
  char message[SLEAVE_MESSAGE_BYTES];
  Text(message, sizeof message)
      .add("the handler calls ")
      .add(function)
      .add(", and has interrupted ")
      .add(self.interrupted_call);
  fail({SLEAVE_FIND_unsafe_in_handler, message, site});
}

HandlerRun::HandlerRun(const char* interrupted, const void* frame)
    : interrupted_before_(runtime.current->interrupted_call), frame_before_(runtime.current->handler_frame) {
  runtime.current->interrupted_call = interrupted;
  runtime.current->handler_frame = frame;
}

HandlerRun::~HandlerRun() {
  runtime.current->interrupted_call = interrupted_before_;
  runtime.current->handler_frame = frame_before_;
}

}  // namespace sleave::rt
