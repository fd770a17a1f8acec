// Arrays that qsort orders and bsearch looks through.
// reaches: 0 1 2 3
#include <sleave/sleave.h>
#include <stdlib.h>

static int compare(const void* a, const void* b) {
  const int x = *(const int*)a;
  const int y = *(const int*)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int numbers[4] = {50, 0, 20, 0};
  unsigned char first = 0;
  unsigned char second = 0;
  sleave_symbolic(&first, 1, "first");
  sleave_symbolic(&second, 1, "second");
  numbers[1] = first;
  numbers[3] = second;
  qsort(numbers, 4, sizeof *numbers, compare);
  if (numbers[0] != 20 && numbers[2] == 44) exit(1);
  if (numbers[3] == 20 + second && second != 50) exit(2);
  const int wanted = 77;
  if (bsearch(&wanted, numbers, 4, sizeof *numbers, compare) != NULL) exit(3);
  return 0;
}
