// The interface of -fsanitize=thread: atomic operations. Memory orders have C11's numbers, as ours.
#include "abi/hooks.h"
#include "abi/words.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/atomic_hooks.h"

using namespace sleave::rt;

#define SLEAVE_UPDATE(B, T, name, operation)                                                 \
  SLEAVE_EXPORT T __tsan_atomic##B##_##name(T* address, T operand, int order) {              \
    return atomic_update(address, operand, SLEAVE_RMW_##operation, order, SLEAVE_SITE_HERE); \
  }
#define SLEAVE_COMPARE(B, T, name, kind)                                                                        \
  SLEAVE_EXPORT int __tsan_atomic##B##_compare_exchange_##name(T* address, T* expected, T desired, int success, \
                                                               int failure) {                                   \
    return atomic_compare_exchange(address, expected, desired, success, failure, SLEAVE_SITE_HERE, kind);       \
  }
#define SLEAVE_ATOMICS(B, T)                                                                              \
  SLEAVE_EXPORT T __tsan_atomic##B##_load(T* address, int order) {                                        \
    return atomic_load(address, order, SLEAVE_SITE_HERE);                                                 \
  }                                                                                                       \
  SLEAVE_EXPORT void __tsan_atomic##B##_store(T* address, T value, int order) {                           \
    atomic_store(address, value, order, SLEAVE_SITE_HERE);                                                \
  }                                                                                                       \
  SLEAVE_UPDATE(B, T, exchange, xchg)                                                                     \
  SLEAVE_UPDATE(B, T, fetch_add, add)                                                                     \
  SLEAVE_UPDATE(B, T, fetch_sub, sub)                                                                     \
  SLEAVE_UPDATE(B, T, fetch_and, and)                                                                     \
  SLEAVE_UPDATE(B, T, fetch_or, or)                                                                       \
  SLEAVE_UPDATE(B, T, fetch_xor, xor)                                                                     \
  SLEAVE_UPDATE(B, T, fetch_nand, nand)                                                                   \
  SLEAVE_COMPARE(B, T, strong, ComparedBy::strong)                                                        \
  SLEAVE_COMPARE(B, T, weak, ComparedBy::weak)                                                            \
  SLEAVE_EXPORT T __tsan_atomic##B##_compare_exchange_val(T* address, T expected, T desired, int success, \
                                                          int failure) {                                  \
    atomic_compare_exchange(address, &expected, desired, success, failure, SLEAVE_SITE_HERE);             \
    return expected;                                                                                      \
  }
SLEAVE_ATOMICS(8, std::uint8_t)
SLEAVE_ATOMICS(16, std::uint16_t)
SLEAVE_ATOMICS(32, std::uint32_t)
SLEAVE_ATOMICS(64, std::uint64_t)
SLEAVE_ATOMICS(128, unsigned __int128)

SLEAVE_EXPORT void __tsan_atomic_thread_fence(int order) { atomic_fence(order, SLEAVE_SITE_HERE); }
SLEAVE_EXPORT void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
