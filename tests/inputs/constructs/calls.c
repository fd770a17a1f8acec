// Arguments and results: direct, through pointers, recursive, of small structures, of many arguments.
// reaches: 0 1 2 3 4 5
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

struct Point {
  int x, y;
};

__attribute__((noinline)) static int twice(int value) { return value * 2; }
__attribute__((noinline)) static int thrice(int value) { return value * 3; }
__attribute__((noinline)) static struct Point turned(struct Point point) { return (struct Point){-point.y, point.x}; }
__attribute__((noinline)) static unsigned sum_to(unsigned value) { return value == 0 ? 0 : value + sum_to(value - 1); }
__attribute__((noinline)) static int ninth(int a, int b, int c, int d, int e, int f, int g, int h, int i) {
  return a + b + c + d + e + f + g + h == 36 ? i : 0;
}

static int (*volatile chosen)(int) = thrice;

int main(void) {
  int value = 0;
  uint8_t small = 0;
  sleave_symbolic(&value, sizeof value, "value");
  sleave_symbolic(&small, 1, "small");
  if (twice(value) == 246) exit(1);
  if (chosen(value) == -30) exit(2);
  struct Point point = turned((struct Point){value, 7});
  if (point.x == -7 && point.y == 4321) exit(3);
  sleave_assume(small < 8);
  if (sum_to(small) == 21) exit(4);  // six
  if (ninth(1, 2, 3, 4, 5, 6, 7, 8, value) == 99) exit(5);
  return 0;
}
