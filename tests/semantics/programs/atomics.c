/* COVERS: C11 atomics of 1, 2, 4, 8 and 16 bytes: every operation, wrap-around, weak and strong exchange, fences. */
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

#include "say.h"

typedef unsigned __int128 wide;

static void print(const char* what, wide value) {
  printf("%s %016llx%016llx\n", what, (unsigned long long)(value >> 64), (unsigned long long)value);
}

#define EVERY_OPERATION(T)                                                                                         \
  static void every_operation_##T(_Atomic T* a, T top) {                                                           \
    atomic_init(a, 5);                                                                                             \
    print("load", atomic_load(a));                                                                                 \
    atomic_store_explicit(a, top, memory_order_release);                                                           \
    print("add", atomic_fetch_add(a, 3));                                                                          \
    print("sub", atomic_fetch_sub_explicit(a, 9, memory_order_acq_rel));                                           \
    print("or", atomic_fetch_or(a, 0x55));                                                                         \
    print("and", atomic_fetch_and_explicit(a, 0x7e, memory_order_relaxed));                                        \
    print("xor", atomic_fetch_xor(a, (T)(top / 3)));                                                               \
    print("exchange", atomic_exchange_explicit(a, 77, memory_order_acquire));                                      \
    T expected = 1;                                                                                                \
    print("strong fails", (wide)atomic_compare_exchange_strong(a, &expected, 2));                                  \
    print("expected", expected);                                                                                   \
    print("strong", (wide)atomic_compare_exchange_strong(a, &expected, top));                                      \
    expected = 0;                                                                                                  \
    print("weak fails", (wide)atomic_compare_exchange_weak(a, &expected, 2));                                      \
    while (!atomic_compare_exchange_weak_explicit(a, &expected, 12, memory_order_acq_rel, memory_order_relaxed)) { \
    }                                                                                                              \
    print("weak", expected);                                                                                       \
    ++*a;                                                                                                          \
    *a -= 20;                                                                                                      \
    print("end", *a);                                                                                              \
  }

EVERY_OPERATION(uint8_t)
EVERY_OPERATION(uint16_t)
EVERY_OPERATION(uint32_t)
EVERY_OPERATION(uint64_t)
EVERY_OPERATION(wide)
EVERY_OPERATION(int8_t)
EVERY_OPERATION(int64_t)

static _Atomic uint8_t one;
static _Atomic uint16_t two;
static _Atomic uint32_t four;
static _Atomic uint64_t eight;
static _Atomic wide sixteen;
static _Atomic int8_t signed_one;
static _Atomic int64_t signed_eight;
static int* _Atomic pointer;

static int add(void* argument) {
  (void)argument;
  for (int i = 0; i < 50; ++i) {
    ++one;
    two += 3;
    atomic_fetch_add_explicit(&four, 5, memory_order_relaxed);
    eight -= 7;
    atomic_fetch_add(&sixteen, ((wide)1 << 64) + 1);
  }
  return 0;
}

static void by_several(void) {
  thrd_t threads[3];
  for (int i = 0; i < 3; ++i) thrd_create(&threads[i], add, NULL);
  for (int i = 0; i < 3; ++i) thrd_join(threads[i], NULL);
  print("one", one);
  print("two", two);
  print("four", four);
  print("eight", eight);
  print("sixteen", sixteen);
}

int main(void) {
  every_operation_uint8_t(&one, UINT8_MAX);
  every_operation_uint16_t(&two, UINT16_MAX);
  every_operation_uint32_t(&four, UINT32_MAX);
  every_operation_uint64_t(&eight, UINT64_MAX);
  every_operation_wide(&sixteen, ~(wide)0);
  every_operation_int8_t(&signed_one, INT8_MAX);
  every_operation_int64_t(&signed_eight, INT64_MIN);
  static int numbers[4];
  atomic_init(&pointer, numbers);
  VALUE(atomic_fetch_add(&pointer, 3) - numbers);
  VALUE(pointer - numbers);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  by_several();
  return 0;
}
