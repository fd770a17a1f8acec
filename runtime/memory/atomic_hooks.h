// The atomic hooks with the site as an argument: for calls that are atomic operations by another name.
// T is an unsigned integer of 1, 2, 4, 8 or 16 bytes. Orders have C11's values. In uncontrolled code they are real
// atomics.
#pragma once

#include <cstdint>

#include "runtime/sanitize/asan.h"

namespace sleave::rt {

// The sanitizer checks only plain accesses: our hooks replace the atomic ones.
inline void check_memory(const void* address, std::size_t bytes, bool writes, std::uintptr_t site) {
  if (__builtin_expect(has_asan(), 0)) asan_check(address, bytes, writes, site);
}

template <typename T>
T atomic_load(T* address, int order, std::uintptr_t site);
template <typename T>
void atomic_store(T* address, T value, int order, std::uintptr_t site);
// `operation` is sleave_rmw_op; returns the value before.
template <typename T>
T atomic_update(T* address, T operand, int operation, int order, std::uintptr_t site);
// True if it wrote; *expected holds what it read. A weak one may fail although the values are equal.
enum class ComparedBy : bool { strong, weak };
template <typename T>
bool atomic_compare_exchange(T* address, T* expected, T desired, int success, int failure, std::uintptr_t site,
                             ComparedBy kind = ComparedBy::strong);
void atomic_fence(int order, std::uintptr_t site);

}  // namespace sleave::rt
