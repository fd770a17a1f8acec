// Words stored whole and read in parts, parts put together, structures, arrays, memory that is overwritten.
// reaches: 0 1 2 3 4 5 6
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Pair {
  int16_t first;
  int32_t second;
};

static struct Pair pairs[3];
static uint8_t bytes[16];

int main(void) {
  uint32_t word = 0;
  sleave_symbolic(&word, sizeof word, "word");
  pairs[1].second = (int32_t)word;
  memcpy(bytes + 3, &word, sizeof word);  // not aligned
  if (bytes[4] == 0x12 && bytes[6] == 0x34) exit(1);
  uint16_t middle;
  memcpy(&middle, bytes + 4, sizeof middle);
  if (middle == 0x5678) exit(2);
  struct Pair copy = pairs[1];
  if (copy.second == -9) exit(3);
  memmove(bytes + 5, bytes + 3, 8);
  if (bytes[5] == 200 && bytes[6] == 100) exit(4);
  memset(bytes, (int)(word & 0xff), sizeof bytes);
  if (bytes[15] == 77) exit(5);
  word = 5;  // no longer the input
  memset(bytes, 0, sizeof bytes);
  if (word == 6 || bytes[3] == 1) exit(9);
  if (pairs[1].second == 1000) exit(6);
  return 0;
}
