#include "runtime/sanitize/asan_heap.h"

#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "runtime/base/runtime.h"
#include "runtime/heap/heap.h"
#include "runtime/race/race.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/event_record.h"
#include "runtime/state/search.h"
#include "runtime/trace/function_mark.h"

extern "C" {
void* ___interceptor_malloc(std::size_t bytes) __attribute__((weak));
void* ___interceptor_calloc(std::size_t count, std::size_t bytes) __attribute__((weak));
void* ___interceptor_realloc(void* block, std::size_t bytes) __attribute__((weak));
void* ___interceptor_memalign(std::size_t alignment, std::size_t bytes) __attribute__((weak));
void ___interceptor_free(void* block) __attribute__((weak));
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void*, std::size_t),
                                              void (*freed)(const volatile void*)) __attribute__((weak));
std::size_t __sanitizer_get_allocated_size(const volatile void* block) __attribute__((weak));
}

namespace sleave::rt {
namespace {

bool for_the_runtime() {
  return runtime.mode == Mode::controlled && runtime.depth > 0 && runtime.current_fs == fs_base();
}

void* move_out_of_slots(void* block, std::size_t bytes) {
  void* moved = asan_malloc(bytes);
  if (moved == nullptr) return nullptr;
  const std::size_t old = heap_size(block);
  memcpy(moved, block, old < bytes ? old : bytes);
  heap_free(block);
  return moved;
}

bool shows_frees;

// The nearest function of the program among the callers of the sanitizer.
struct Caller {
  std::uintptr_t site;
  int frames;
};
constexpr int kMostFrames = 16;

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* argument) {
  auto& caller = *static_cast<Caller*>(argument);
  const auto* function = reinterpret_cast<const void*>(_Unwind_GetRegionStart(context));
  if (how_compiled(function) != Compiled::elsewhere) {
    caller.site = _Unwind_GetIP(context);
    return _URC_END_OF_STACK;
  }
  return ++caller.frames < kMostFrames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// Also of operator new and delete, which are the sanitizer's own. In a sampled run the sanitizer finds every use of a
// freed block by itself, and reports it better than a race would; a search needs the race, to know the orders.
void tell_detector(sleave_event_kind kind, const volatile void* block, std::size_t bytes) {
  if (!controlled() || !is_search() || !race_detection || bytes == 0) return;
  RuntimeScope scope;  // what the unwinder does is no operation of the program
  Caller caller{0, 0};
  _Unwind_Backtrace(look_at_frame, &caller);
  EventRecord event_record{kind, caller.site, const_cast<const void*>(block)};
  event_record.value = bytes;
  race_event(event_record);
}

void allocated(const volatile void* block, std::size_t bytes) { tell_detector(SLEAVE_EV_heap_alloc, block, bytes); }
void freed(const volatile void* block) {
  tell_detector(SLEAVE_EV_heap_free, block, __sanitizer_get_allocated_size(block));
}

}  // namespace

void asan_watch_heap() {
  shows_frees = has_asan() && __sanitizer_install_malloc_and_free_hooks != nullptr &&
                __sanitizer_install_malloc_and_free_hooks(allocated, freed) != 0;
}

bool asan_shows_frees() { return shows_frees; }

void* asan_malloc(std::size_t bytes) {
  return for_the_runtime() ? heap_allocate(bytes, 16) : ___interceptor_malloc(bytes);
}

void* asan_calloc(std::size_t count, std::size_t bytes) {
  if (!for_the_runtime()) return ___interceptor_calloc(count, bytes);
  std::size_t product;
  if (__builtin_mul_overflow(count, bytes, &product)) return nullptr;
  void* block = heap_allocate(product, 16);
  if (block != nullptr) memset(block, 0, product);
  return block;
}

void* asan_realloc(void* block, std::size_t bytes) {
  if (block == nullptr) return asan_malloc(bytes);
  return heap_owns(block) ? move_out_of_slots(block, bytes) : ___interceptor_realloc(block, bytes);
}

void* asan_memalign(std::size_t alignment, std::size_t bytes) {
  return for_the_runtime() ? heap_allocate(bytes, alignment) : ___interceptor_memalign(alignment, bytes);
}

void asan_free(void* block) {
  ___interceptor_free(block);
  if (controlled()) scheduler.wrote_plain();
}

}  // namespace sleave::rt
