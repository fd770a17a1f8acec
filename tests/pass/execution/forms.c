/* Access forms of C, one after another, in a single thread: the printed values follow from the language, so a program
 * with the pass prints what it prints without. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Bits {
  unsigned low : 3, middle : 17, high : 12;
  signed char sign : 5;
};
struct __attribute__((packed)) Packed {
  char tag;
  uint64_t value;
  uint16_t tail;
};
struct Large {
  int numbers[40];
};
struct Odd {
  char bytes[3];
};
typedef float Vector __attribute__((vector_size(32)));

static struct Bits bits;
static struct Packed packed;
static struct Large large, other;
static struct Odd odd, odder;
static Vector vector = {1, 2, 3, 4, 5, 6, 7, 8};
static long double extended = 1.25L;
static _Thread_local int hidden = 5;
_Thread_local int visible = 6;
static const int table[] = {2, 3, 5, 7, 11};
static volatile int moody = 1;

static void plain(int n) {
  bits.low = n;
  bits.middle += 70000;
  bits.sign = -3;
  packed.value = UINT64_C(0x1122334455667788) * n;
  packed.tail++;
  odd.bytes[n % 3] = 'x';
  odder = odd;
  vector = vector * vector + (float)n;
  extended *= n;
  moody += moody;
  hidden += n;
  visible -= n;
  printf("plain %u %u %d %" PRIx64 " %d %c %g %Lg %d %d %d %d\n", bits.low, bits.middle, bits.sign, packed.value,
         packed.tail, odder.bytes[n % 3], vector[7], extended, moody, hidden, visible, table[n % 5]);
}

static int sum(struct Large by_value) {
  int total = 0;
  for (int i = 0; i < 40; ++i) total += by_value.numbers[i];
  return total;
}

static int add(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; ++i) total += va_arg(list, int);
  va_end(list);
  return total;
}

static void blocks(int n) {
  for (int i = 0; i < 40; ++i) large.numbers[i] = i * n;
  other = large;
  memmove(&other.numbers[1], &other.numbers[0], sizeof(int) * 39);
  memset(&large, n, sizeof(large) / 2);
  printf("filled %x %x\n", (unsigned)large.numbers[19], (unsigned)large.numbers[20]);
  struct Large local = other;
  local.numbers[3] = n;
  large = local;
  char* heap = calloc(1, (size_t)n + 16);
  memcpy(heap, "interleave", 11);
  printf("blocks %d %d %s %d\n", sum(other), sum(large), heap, add(3, n, 2, 1));
  free(heap);
}

static atomic_int number;
static _Atomic bool flag;
static _Atomic(char*) pointer;
static _Atomic float fraction;
static _Atomic double wide_fraction = 1.5;
static _Atomic long double extended_atomic = 2.5L;
static _Atomic struct Odd small_struct;
static _Atomic unsigned char tiny = 250;

static void atomics(int n) {
  static char text[] = "abcdef";
  atomic_store(&number, n);
  number *= 3;
  number <<= 2;
  --number;
  tiny += 10;
  flag ^= true;
  atomic_store_explicit(&pointer, text, memory_order_release);
  pointer++;
  fraction += 0.5F;
  wide_fraction *= n;
  wide_fraction -= 0.25;
  extended_atomic += 1.0L;
  struct Odd replaced = atomic_exchange(&small_struct, odd);
  int expected = 0;
  bool taken = atomic_compare_exchange_strong(&number, &expected, 1);
  bool again = atomic_compare_exchange_weak_explicit(&number, &expected, expected + 5, memory_order_acq_rel,
                                                     memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
  printf("atomics %d %d %d %s %g %g %Lg %d %d %d %d\n", atomic_load(&number), tiny, flag, atomic_load(&pointer),
         (double)fraction, wide_fraction, extended_atomic, replaced.bytes[0], taken, again, expected);
}

static __int128 sixteen __attribute__((aligned(16)));

static void sixteen_bytes(int n) {
  __int128 expected = 0;
  bool first =
      __atomic_compare_exchange_n(&sixteen, &expected, (__int128)n << 70, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  __int128 before = __atomic_fetch_add(&sixteen, n, __ATOMIC_RELEASE);
  __int128 after = __atomic_exchange_n(&sixteen, ~before, __ATOMIC_ACQ_REL);
  __atomic_store_n(&sixteen, __atomic_load_n(&sixteen, __ATOMIC_ACQUIRE) - after, __ATOMIC_RELAXED);
  printf("sixteen %d %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", first, (uint64_t)(before >> 64),
         (uint64_t)(after & UINT64_MAX), (uint64_t)(sixteen >> 64));
}

uint32_t increment_wrapping(uint32_t* p, uint32_t bound);
uint32_t decrement_wrapping(uint32_t* p, uint32_t bound);
float add_fraction(float* p, float x);
double subtract_fraction(double* p, double x);
double larger(double* p, double x);
float smaller(float* p, float x);
uint16_t nand_small(uint16_t* p, uint16_t x);

static void updates_of_ir(int n) {
  static uint32_t counter;
  static float f = 3;
  static double d = 4;
  static uint16_t h = 0x0f0f;
  uint32_t up = 0, down = 0;
  for (int i = 0; i < n; ++i) up += increment_wrapping(&counter, 3);
  for (int i = 0; i < n; ++i) down += decrement_wrapping(&counter, 5);
  printf("updates %u %u %u", up, down, counter);
  printf(" %g %g %g %g", add_fraction(&f, 1.5F), subtract_fraction(&d, 0.5), larger(&d, n), smaller(&f, -n));
  printf(" %x %g %g %x\n", nand_small(&h, (uint16_t)n), f, d, h);
}

/* With -mavx2 the vectoriser makes masked loads, masked stores and gathers of these loops. */
static int keys[97], picks[97], values[97];
static void conditional(int n) {
  long total = 0;
  for (int i = 0; i < 97; ++i) keys[i] = (i * n) % 7, picks[i] = (i * 31) % 97;
  for (int i = 0; i < 97; ++i) {
    if (keys[i] > 3) values[i] += keys[i] * n;
  }
  for (int i = 0; i < 97; ++i) total += values[picks[i]] * (i & 1);
  printf("conditional %ld %d\n", total, values[n]);
}

static jmp_buf place;
static void jump(int n) {
  volatile int count = 0;
  if (setjmp(place) < n) {
    ++count;
    longjmp(place, count);
  }
  printf("jump %d\n", count);
}

static void dispatch(int n) {
  static void* const targets[] = {&&one, &&two, &&end};
  int steps = 0;
  goto* targets[n % 3];
one:
  ++steps;
two:
  steps += 10;
  goto* targets[2];
end:
  printf("dispatch %d\n", steps);
}

int main(void) {
  for (int n = 1; n < 9; ++n) {
    plain(n);
    blocks(n);
    atomics(n);
    sixteen_bytes(n);
    updates_of_ir(n);
    conditional(n);
    jump(n);
    dispatch(n);
    __builtin_ia32_pause();
  }
  return 0;
}
