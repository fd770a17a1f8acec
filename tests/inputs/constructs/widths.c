// Words of 128 bits and of odd widths, bit-fields, booleans, pointers as numbers.
// reaches: 0 1 2 3 4 5 6
#include <sleave/sleave.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct Fields {
  unsigned low : 3;
  int middle : 7;
  unsigned high : 11;
};

int main(void) {
  unsigned __int128 wide = 0;
  unsigned _BitInt(37) odd = 0;
  struct Fields fields = {0};
  uint32_t raw = 0;
  sleave_symbolic(&wide, sizeof wide, "wide");
  sleave_symbolic(&raw, sizeof raw, "raw");
  if (wide * 3 == ((unsigned __int128)0x123456789abcdef0 << 64 | 0x21)) exit(1);
  if ((wide >> 100) == 0xabc) exit(2);
  odd = raw;
  odd = odd * odd;
  if (odd == 49) exit(3);  // among others: 7
  fields.middle = (int)(raw >> 8);
  fields.high = raw;
  if (fields.middle == -5 && fields.high == 0x303) exit(4);
  bool flag = (raw & 0x80) != 0;
  bool copy = flag;
  if (copy && (raw >> 16) == 0xbeef) exit(5);
  const char* pointer = (const char*)(uintptr_t)(raw & ~0xfffu);
  if (pointer == (const char*)0x7000) exit(6);
  return 0;
}
