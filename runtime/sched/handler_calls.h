// Calls in signal handlers that POSIX does not call async-signal-safe.
//
// POSIX.1-2017, 2.4.3: if a handler interrupts an unsafe function and calls one, the behavior is undefined. A handler
// that interrupts something else may call any function, and so may one of a signal that the thread sent itself. A
// thread takes a signal of others at its next point, but no other thread runs between two of its points, so that signal
// could have come at any place since its last event: inside an unsafe function that it called there as well as inside
// the one that its point belongs to. Only calls of instrumented code are judged, not those of libraries within a
// handler.
#pragma once

#include <cstdint>

#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

// A finding if the current thread is in a handler that interrupted an unsafe function.
void check_call_in_handler(const char* function, std::uintptr_t site);

// The current thread calls an unsafe function that is no point: of the heap, of stdio.
inline void unsafe_call(const char* function, std::uintptr_t site) {
  Thread& self = *runtime.current;
  if (__builtin_expect(self.interrupted_call != nullptr, 0)) check_call_in_handler(function, site);
  self.unsafe_call = function;
}

// The same for the operation of a point; null: it belongs to a safe function, or to none.
const char* unsafe_function_of(sleave_event_kind kind);

// The unsafe function that a signal interrupts if the thread takes it now; null: none.
const char* interrupted_function(const Thread& thread);

// While a handler runs. `interrupted` as above. A handler may be left by a jump or an exception: a thread that is seen
// above `frame` has left it.
class HandlerRun {
 public:
  HandlerRun(const char* interrupted, const void* frame);
  ~HandlerRun();
  HandlerRun(const HandlerRun&) = delete;
  HandlerRun& operator=(const HandlerRun&) = delete;

 private:
  const char* interrupted_before_;
  const void* frame_before_;
};

}  // namespace sleave::rt
