#include "runtime/sanitize/asan_heap.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/runtime.h"
#include "runtime/heap/heap.h"
#include "runtime/sched/scheduler.h"

extern "C" {
void* ___interceptor_malloc(std::size_t bytes) __attribute__((weak));
void* ___interceptor_calloc(std::size_t count, std::size_t bytes) __attribute__((weak));
void* ___interceptor_realloc(void* block, std::size_t bytes) __attribute__((weak));
void* ___interceptor_memalign(std::size_t alignment, std::size_t bytes) __attribute__((weak));
void ___interceptor_free(void* block) __attribute__((weak));
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

}  // namespace

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
