#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/locks.h"
#include "runtime/trace/stack.h"

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

void give_up_locks(Thread& thread) {
  while (thread.held.size() > 0) {
    const HeldLock lock = thread.held[thread.held.size() - 1];
    if (!lock.robust) {
      fail_unless_set_aside({SLEAVE_FIND_lock_held_at_exit, "the thread ends and no other thread can unlock it",
                             lock.site, lock.stack, lock.object});
    }
    thread.held.remove(thread.held.size() - 1);
    if (!lock.robust) continue;  // nobody will ever unlock it
    mutex_owner_dies(static_cast<pthread_mutex_t*>(const_cast<void*>(lock.object)));
  }
}

namespace {

struct Range {
  const char* begin;
  std::uint64_t bytes;
  [[nodiscard]] bool contains(const void* object) const {
    const char* at = static_cast<const char*>(object);
    return at >= begin && static_cast<std::uint64_t>(at - begin) < bytes;
  }
};

}  // namespace

void check_freed_memory(const void* block, std::uint64_t bytes, std::uintptr_t site) {
  const Range freed{static_cast<const char*>(block), bytes};
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) {
    Thread& thread = scheduler.live(i);
    for (const HeldLock& lock : thread.held) {
      if (!freed.contains(lock.object)) continue;
      fail_unless_set_aside(
          {SLEAVE_FIND_destroyed_in_use, "memory is freed with a lock in it that is held", site, 0, lock.object});
    }
    if (thread.waits_on == nullptr || thread.signalled || !freed.contains(thread.waits_on)) continue;
    fail_unless_set_aside({SLEAVE_FIND_destroyed_in_use, "memory is freed while a thread waits on an object in it",
                           site, 0, thread.waits_on});
  }
}

}  // namespace sleave::rt
