// malloc and its sisters. operator new and delete of libstdc++ and libc++ come here too.
//
// What the runtime and, on its behalf, libc allocate comes from libc's own heap, so that it never moves a block of the
// program; a block's address says to which heap it belongs.
#include <errno.h>
#include <malloc.h>
#include <string.h>

#include <cstdlib>

#include "abi/follow.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/heap/heap.h"
#include "runtime/heap/heap_access.h"
#include "runtime/memory/leaked_blocks.h"
#include "runtime/record/record.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/handler_calls.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/locks.h"

#include "runtime/sanitize/asan_heap.h"
#include "runtime/symbolic/shadow.h"

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);
}

namespace sleave::rt {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kMostAlignment = std::size_t{1} << 40;  // no slot has room for that: the allocation fails

void note(sleave_event_kind kind, const void* block, std::size_t bytes, std::uintptr_t site) {
  EventRecord event_record{kind, site, block};
  event_record.value = bytes;
  record_note(event_record);
}

void note_refused(std::size_t bytes, std::uintptr_t site) {
  EventRecord event_record{SLEAVE_EV_heap_alloc, site};
  event_record.value = bytes;
  event_record.flags = SLEAVE_EVENT_FAILED | SLEAVE_EVENT_CHOSEN;
  record_note(event_record);
}

void* allocate(std::size_t bytes, std::size_t alignment, std::uintptr_t site) {
  unsafe_call("malloc or a similar function", site);
  const bool refused = choose_failed_allocation();
  void* block = refused ? nullptr : heap_allocate(bytes, alignment);
  if (refused) note_refused(bytes, site);
  if (block == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  note(SLEAVE_EV_heap_alloc, block, bytes, site);
  if (__builtin_expect(lists_blocks, 0)) list_block(block, site);
  if (__builtin_expect(__sleave_following.memory != 0, 0)) shadow_clear(block, bytes);
  return block;
}

void* allocate_zeroed(std::size_t bytes, std::uintptr_t site) {
  void* block = allocate(bytes, 16, site);
  if (block != nullptr) memset(block, 0, bytes < kPage ? bytes : kPage);  // the rest is fresh from the system
  return block;
}

void release(void* block, std::uintptr_t site) {
  const BlockState state = heap_block_at(block);
  if (controlled()) {
    unsafe_call("free", site);
    if (state != BlockState::live) return bad_free(block, state == BlockState::freed, site);
    check_freed_memory(block, heap_size(block), site);
    note(SLEAVE_EV_heap_free, block, heap_size(block), site);
    scheduler.wrote_plain();
  }
  if (state == BlockState::live) heap_free(block);
}

// Moves a block of either heap into the one that new blocks come from now.
void* reallocate(void* block, std::size_t bytes, std::uintptr_t site) {
  const std::size_t old = heap_owns(block) ? heap_size(block) : malloc_usable_size(block);
  void* moved = controlled() ? allocate(bytes, 16, site) : __libc_malloc(bytes);
  if (moved == nullptr) return nullptr;
  memcpy(moved, block, old < bytes ? old : bytes);
  if (__builtin_expect(__sleave_following.memory != 0, 0)) shadow_copy(moved, block, old < bytes ? old : bytes);
  free(block);
  return moved;
}

bool overflows(std::size_t count, std::size_t bytes, std::size_t* product) {
  if (!__builtin_mul_overflow(count, bytes, product)) return false;
  errno = ENOMEM;
  return true;
}

bool power_of_two(std::size_t n) { return n != 0 && (n & (n - 1)) == 0; }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void* malloc(std::size_t bytes) noexcept {
  if (has_asan()) return asan_malloc(bytes);
  return controlled() ? allocate(bytes, 16, SLEAVE_SITE_HERE) : __libc_malloc(bytes);
}

SLEAVE_EXPORT void* calloc(std::size_t count, std::size_t bytes) noexcept {
  if (has_asan()) return asan_calloc(count, bytes);
  if (!controlled()) return __libc_calloc(count, bytes);
  std::size_t product;
  return overflows(count, bytes, &product) ? nullptr : allocate_zeroed(product, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void free(void* block) noexcept {
  if (block == nullptr) return;
  if (!heap_owns(block)) return has_asan() ? asan_free(block) : __libc_free(block);
  release(block, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void* realloc(void* block, std::size_t bytes) noexcept {
  if (has_asan()) return asan_realloc(block, bytes);
  if (block == nullptr) return malloc(bytes);
  if (!heap_owns(block) && !controlled()) return __libc_realloc(block, bytes);
  if (bytes == 0) {
    free(block);
    return nullptr;
  }
  return reallocate(block, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void* reallocarray(void* block, std::size_t count, std::size_t bytes) noexcept {
  std::size_t product;
  return overflows(count, bytes, &product) ? nullptr : realloc(block, product);
}

SLEAVE_EXPORT void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  if (has_asan()) return asan_memalign(alignment, bytes);
  if (!controlled()) return __libc_memalign(alignment, bytes);
  std::size_t power = 16;
  while (power < alignment && power < kMostAlignment) power *= 2;
  return allocate(bytes, power, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return memalign(alignment, bytes);
}

SLEAVE_EXPORT int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) noexcept {
  if (!power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* result = memalign(alignment, bytes);
  if (result == nullptr) return ENOMEM;
  *block = result;
  return 0;
}

SLEAVE_EXPORT void* valloc(std::size_t bytes) noexcept { return memalign(kPage, bytes); }

SLEAVE_EXPORT void* pvalloc(std::size_t bytes) noexcept {
  std::size_t whole;
  if (__builtin_add_overflow(bytes, kPage - 1, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  return memalign(kPage, whole & ~(kPage - 1));
}

SLEAVE_EXPORT std::size_t malloc_usable_size(void* block) noexcept {
  if (block == nullptr) return 0;
  return heap_owns(block) ? heap_size(block) : REAL(malloc_usable_size)(block);
}
