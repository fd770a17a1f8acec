#include "runtime/thread/unwind.h"

#include <pthread.h>
#include <setjmp.h>
#include <unwind.h>

#include "runtime/base/arena.h"
#include "runtime/base/outcome.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"

extern "C" {
void __pthread_register_cancel(__pthread_unwind_buf_t* buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer);
void __pthread_register_cancel_defer(__pthread_unwind_buf_t* buffer);
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* buffer);
void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) __attribute__((noreturn));
}

namespace sleave::rt {

namespace {

[[noreturn]] void arrive() { longjmp(*static_cast<jmp_buf*>(runtime.current->exit_jump), 1); }

// Called for every frame on the way out. A frame that lies above a C clean-up buffer's is the one that pushed it:
// control goes there, the handler runs, and comes back through __pthread_unwind_next.
_Unwind_Reason_Code stop(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                         _Unwind_Context* context, void*) {
  auto* buffer = static_cast<__pthread_unwind_buf_t*>(runtime.current->cleanup_buffers);
  const bool ends = (actions & _UA_END_OF_STACK) != 0;
  if (buffer != nullptr && (ends || _Unwind_GetCFA(context) > reinterpret_cast<std::uintptr_t>(buffer))) {
    longjmp(reinterpret_cast<__jmp_buf_tag*>(buffer->__cancel_jmp_buf), 1);
  }
  if (ends) arrive();
  return _URC_NO_REASON;
}

// catch (...) without a rethrow.
void swallowed(_Unwind_Reason_Code, _Unwind_Exception*) {
  fail({SLEAVE_FIND_abort, "pthread_exit was stopped by a catch (...) that does not rethrow", SLEAVE_SITE_HERE});
}

}  // namespace

bool call_until_thread_exit(void (*function)(void*), void* argument) {
  auto* jump = static_cast<jmp_buf*>(arena_allocate(sizeof(jmp_buf)));
  runtime.current->exit_jump = jump;
  if (_setjmp(*jump) != 0) return false;
  function(argument);
  return true;
}

void leave_thread_body() {
  auto* exception = static_cast<_Unwind_Exception*>(arena_allocate(sizeof(_Unwind_Exception)));
  exception->exception_cleanup = swallowed;
  _Unwind_ForcedUnwind(exception, stop, nullptr);
  arrive();  // the unwinder gave up: leave without the remaining destructors
}

}  // namespace sleave::rt

using namespace sleave::rt;

// C clean-up handlers form a list through the first padding word of their buffers.
SLEAVE_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  if (!controlled()) return REAL(__pthread_register_cancel)(buffer);
  buffer->__pad[0] = runtime.current->cleanup_buffers;
  runtime.current->cleanup_buffers = buffer;
}

SLEAVE_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  if (!controlled()) return REAL(__pthread_unregister_cancel)(buffer);
  runtime.current->cleanup_buffers = buffer->__pad[0];
}

// pthread_cleanup_push_defer_np: with cancellation deferred meanwhile; the second padding word keeps what was before.
SLEAVE_EXPORT void __pthread_register_cancel_defer(__pthread_unwind_buf_t* buffer) {
  if (!controlled()) return REAL(__pthread_register_cancel_defer)(buffer);
  Thread& self = *runtime.current;
  buffer->__pad[0] = self.cleanup_buffers;
  buffer->__pad[1] = self.cancel_asynchronous ? &self : nullptr;
  self.cancel_asynchronous = false;
  self.cleanup_buffers = buffer;
}

// As glibc does it, a request that came meanwhile is not answered here but at the next event.
SLEAVE_EXPORT void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* buffer) {
  if (!controlled()) return REAL(__pthread_unregister_cancel_restore)(buffer);
  runtime.current->cleanup_buffers = buffer->__pad[0];
  if (buffer->__pad[1] != nullptr) runtime.current->cancel_asynchronous = true;
}

SLEAVE_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  if (!controlled()) REAL(__pthread_unwind_next)(buffer);
  runtime.current->cleanup_buffers = buffer->__pad[0];
  leave_thread_body();
}
