// Which attempts may fail by themselves: [thread.mutex.requirements.mutex], [thread.sharedmutex.requirements] and
// [thread.sema.cnt] of C++ and 7.26.4.5 of C11 allow it.
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {

void announce_weak_try() { runtime.current->weak_try = true; }

bool takes_weak_try() {
  const bool announced = runtime.current->weak_try;
  runtime.current->weak_try = false;
  return announced;
}

}  // namespace sleave::rt

SLEAVE_EXPORT void __sleave_weak_try() {
  if (sleave::rt::controlled()) sleave::rt::announce_weak_try();
}

SLEAVE_EXPORT void __sleave_weak_try_over() {
  if (sleave::rt::controlled()) sleave::rt::takes_weak_try();
}
