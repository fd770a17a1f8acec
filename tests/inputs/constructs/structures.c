// Structures by value, in registers and in memory, given and returned; unions; slots that are used again.
// reaches: 0 1 2 3
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

struct Large {
  int64_t parts[6];
};
union Either {
  uint32_t word;
  uint8_t bytes[4];
};

__attribute__((noinline)) static int64_t sum(struct Large large) { return large.parts[1] + large.parts[4]; }
__attribute__((noinline)) static struct Large shifted(struct Large large, int by) {
  for (int i = 0; i < 6; ++i) large.parts[i] += by;
  return large;
}
__attribute__((noinline)) static int used_again(int given) {
  volatile int slots[8];
  for (int i = 0; i < 8; ++i) slots[i] = given;
  return slots[given & 7];
}

int main(void) {
  int32_t x = 0;
  sleave_symbolic(&x, sizeof x, "x");
  struct Large large = {{0, x, 0, 0, 2, 0}};
  if (sum(large) == 1002) exit(1);
  if (shifted(large, 5).parts[1] == -70) exit(2);
  union Either either = {.word = (uint32_t)x};
  if (either.bytes[3] == 0x99 && either.bytes[0] == 1) exit(3);
  if (used_again(3) != 3) exit(9);
  return 0;
}
