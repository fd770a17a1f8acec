// Exceptions that several threads hold (std::exception_ptr, promises): the C++ library counts the holders with atomics
// of its own, which nobody sees, and the last one destroys the object. So whoever lets go of an exception is ordered
// before whoever lets go of it later.
#include "runtime/base/arena.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/state/thread.h"

extern "C" {
void* __cxa_begin_catch(void* exception) noexcept;
void __cxa_end_catch();
// std::exception_ptr::_M_release() of libstdc++; `pointer` is the exception_ptr, which holds the object's address.
void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) noexcept;
}

namespace sleave::rt {
namespace {

// Exceptions being handled, of all threads; the innermost handler of a thread is its last entry.
struct Caught {
  std::uint32_t thread;
  const void* object;
};
ArenaArray<Caught> handled;

const void* take_innermost() {
  for (std::size_t i = handled.size(); i-- > 0;) {
    if (handled[i].thread != runtime.current->index) continue;
    const void* object = handled[i].object;
    handled.remove(i);
    return object;
  }
  return nullptr;
}

void let_go(const void* object) {
  if (object == nullptr) return;
  hb_release(object);
  hb_acquire(object);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void* __cxa_begin_catch(void* exception) noexcept {
  void* object = REAL(__cxa_begin_catch)(exception);
  if (controlled()) handled.push({runtime.current->index, object});
  return object;
}

SLEAVE_EXPORT void __cxa_end_catch() {
  if (controlled()) let_go(take_innermost());
  REAL(__cxa_end_catch)();
}

SLEAVE_EXPORT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) noexcept {
  if (controlled()) let_go(*pointer);
  REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(pointer);
}
