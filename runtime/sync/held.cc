#include "runtime/record/stack.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {

HeldLock* find_held(Thread& thread, const void* lock) {
  for (HeldLock& held : thread.held) {
    if (held.object == lock) return &held;
  }
  return nullptr;
}

void add_held(Thread& thread, const void* lock, std::uint32_t mode, std::uintptr_t site) {
  if (HeldLock* held = find_held(thread, lock)) {
    ++held->count;
    return;
  }
  thread.held.push({lock, mode, 1, site, records_stacks() ? stack_here(site) : SLEAVE_NO_STACK});
}

void remove_held(Thread& thread, const void* lock) {
  for (std::size_t i = thread.held.size(); i-- > 0;) {
    HeldLock& held = thread.held[i];
    if (held.object != lock) continue;
    if (--held.count == 0) thread.held.remove(i);
    return;
  }
}

}  // namespace sleave::rt
