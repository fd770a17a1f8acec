// Integer arithmetic of all widths, signed and unsigned; each test has exactly one kind of answer, found by hand.
// reaches: 0 1 2 3 4 5 6 7 8
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

static int64_t wide(int32_t a, int64_t b) { return a * b - (b << 3); }

int main(void) {
  uint8_t a = 0;
  int16_t b = 0;
  int32_t c = 0;
  uint64_t d = 0;
  sleave_symbolic(&a, sizeof a, "a");
  sleave_symbolic(&b, sizeof b, "b");
  sleave_symbolic(&c, sizeof c, "c");
  sleave_symbolic(&d, sizeof d, "d");
  if ((uint8_t)(a * 7 + 3) == 200) exit(1);  // 7 is odd: a = 197 / 7 modulo 256
  if (b < -32000 && (b & 0xff) == 0x21) exit(2);
  if (c % 1000 == -7) exit(3);                       // signed remainder has the sign of c
  if (c / 3 == 123456 && (c ^ 1) % 2 == 0) exit(4);  // c is 370369
  if ((d >> 40) == 0xabcdef && (uint32_t)d == 77) exit(5);
  if (a > 250 && wide(a, 5) == (252 * 5) - 40) exit(6);
  if ((int8_t)a == -100) exit(7);  // sign of a narrow word
  if ((a | 0x0f) == 0x5f && (a & 0x0f) == 3 && ~a == ~0x53) exit(8);
  return 0;
}
