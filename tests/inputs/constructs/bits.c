// Bit counts, swaps, rotations, limits, overflow and saturation.
// reaches: 0 1 2 3 4 5 6 7 8 9 10 11 12 13
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t rotated(uint32_t value, unsigned by) { return value << (by & 31) | value >> (-by & 31); }
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

int main(void) {
  uint32_t a = 0;
  uint8_t by = 0;
  int32_t b = 0;
  sleave_symbolic(&a, sizeof a, "a");
  sleave_symbolic(&by, sizeof by, "by");
  sleave_symbolic(&b, sizeof b, "b");
  if (__builtin_popcount(a) == 31) exit(1);
  if (a != 0 && __builtin_clz(a) == 17 && __builtin_ctz(a) == 14) exit(2);  // the one bit 14
  if (__builtin_bswap32(a) == 0x12345678) exit(3);
  if (__builtin_bitreverse32(a) == 0x80000002) exit(4);
  if (rotated(a, by) == 0xf000000f && by == 4 + 32) exit(5);
  if (abs(b) == 4711 && b < 0) exit(6);
  if (most(least(b, 100), 90) == 95) exit(7);
  int sum;
  if (b > 0 && __builtin_sadd_overflow(b, 2147483000, &sum) && sum == -2147483648 + 10) exit(8);
  uint32_t product;
  if (__builtin_umul_overflow(a, 65536, &product) && product == 65536 * 3) exit(9);
  int64_t wide;
  if (by == 1 && __builtin_smull_overflow((int64_t)b * 4294967296, 4, &wide)) exit(10);
  if (by == 2 && __builtin_elementwise_add_sat((uint8_t)a, (uint8_t)200) == 255 && (uint8_t)a == 55) exit(11);
  if (by == 3 && __builtin_elementwise_sub_sat((int8_t)b, (int8_t)100) == -128 && (int8_t)b == -28) exit(12);
  if (by == 4 && __builtin_usub_overflow(a, 10, &product) && product == (uint32_t)-7) exit(13);
  return 0;
}
