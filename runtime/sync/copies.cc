#include "runtime/sync/copies.h"

#include "runtime/base/outcome.h"
#include "runtime/base/random.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/locks.h"

namespace sleave::rt {

namespace {

// The bits of __wrefs in which glibc counts waiters. Zero if there are none, as it leaves them.
constexpr unsigned kMarkBits = 0x7ffffff8;
constexpr unsigned kShared = 1;  // between processes

unsigned mark_of(const pthread_cond_t* cond) {
  const auto hash = static_cast<unsigned>(mix(reinterpret_cast<std::uintptr_t>(cond), 0) >> 32);
  return (hash | 8) & kMarkBits;
}

bool is_shared(const pthread_cond_t* cond) { return (cond->__data.__wrefs & kShared) != 0; }

[[noreturn]] void is_a_copy(const char* what, const void* object, std::uintptr_t site) {
  fail({SLEAVE_FIND_copied_in_use, what, site, 0, object});
}

constexpr const char* kCopiedLock = "it looks held, but no thread locked it at this address";

}  // namespace

void must_be_held_by_owner(const void* lock, int owner, std::uintptr_t site) {
  const auto index = static_cast<std::uint32_t>(owner - 1);
  if (owner <= 0 || index >= scheduler.thread_count()) return;
  if (find_held(scheduler.thread(index), lock) == nullptr) is_a_copy(kCopiedLock, lock, site);
}

void must_have_readers(const void* lock, unsigned readers, std::uintptr_t site) {
  for (std::uint32_t i = 0; i < scheduler.live_count() && readers > 0; ++i) {
    const HeldLock* held = find_held(scheduler.live(i), lock);
    if (held != nullptr) readers -= readers < held->count ? readers : held->count;
  }
  if (readers > 0) is_a_copy(kCopiedLock, lock, site);
}

void mark_waited_on(pthread_cond_t* cond) {
  if (is_shared(cond)) return;
  cond->__data.__wrefs = (cond->__data.__wrefs & ~kMarkBits) | mark_of(cond);
}

void unmark_waited_on(pthread_cond_t* cond) {
  if (!is_shared(cond)) cond->__data.__wrefs &= ~kMarkBits;
}

void must_be_original(const pthread_cond_t* cond, std::uintptr_t site) {
  const unsigned mark = cond->__data.__wrefs & kMarkBits;
  if (is_shared(cond) || mark == 0 || mark == mark_of(cond)) return;
  is_a_copy("it was copied from a condition that threads wait on; they wait at the original", cond, site);
}

}  // namespace sleave::rt
