// Comparisons of floating-point numbers that are inputs, or made of one input by operations that keep their order.
// reaches: 0 1 2 3 4 5 6 7 8 9 10 11 12 13
#include <math.h>
#include <sleave/sleave.h>
#include <stdlib.h>

int main(void) {
  double x = 0;
  float f = 0;
  int n = 0;
  unsigned char which = 0;
  sleave_symbolic(&which, 1, "which");
  sleave_symbolic(&x, sizeof x, "x");
  sleave_symbolic(&f, sizeof f, "f");
  sleave_symbolic(&n, sizeof n, "n");
  switch (which) {
    case 0:
      if (3.5 < x && x < 3.75) exit(1);
      if (x != x) exit(2);
      break;
    case 1:
      if (x == -1.5) exit(3);
      if (x == 0 && 1 / x < 0) exit(4);
      break;
    case 2:
      if (x * 1.8 + 32 > 98.5 && x * 1.8 + 32 < 98.6) exit(5);
      break;
    case 3:
      if (sqrt(x - 2) == 3) exit(6);
      break;
    case 4:
      if (f > 1e30f && f <= 1.0000001e30f) exit(7);
      if ((double)f * 2 == 0.25) exit(8);
      break;
    case 5:
      if (n / 8.0 == 12.375) exit(9);
      break;
    case 6:
      if ((int)x == 1237 && x > 1237.5) exit(10);
      break;
    case 7:
      if (fabs(x - 100) < 1e-6 && x != 100) exit(11);
      break;
    case 8:
      if (floor(x) == -3 && ceil(x * 2) == -4) exit(12);
      break;
    case 9:
      if (x < (double)f && f < x + 1e-3 && f > 10) exit(13);
      break;
    default:
      break;
  }
  return 0;
}
