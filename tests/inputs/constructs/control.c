// Branches, loops, switches with and without a default, conditional values, assumptions.
// reaches: 0 1 2 3 4 5 6 7
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int choice = 0;
  uint8_t count = 0;
  long long number = sleave_range(-5, 20, "number");
  sleave_symbolic(&choice, sizeof choice, "choice");
  sleave_symbolic(&count, sizeof count, "count");
  sleave_assume(count <= 6);
  if (number < -5 || number > 20) exit(9);  // never
  switch (choice) {
    case 10:
      exit(1);
    case -3:
    case 99:
      exit(2);
    default:
      break;
  }
  int steps = 0;
  for (int i = 0; i < count; ++i) steps += i;
  if (steps == 15) exit(3);  // 0 + 1 + ... + 5
  int larger = choice > number ? choice : (int)number;
  if (larger == 1234) exit(4);
  if (number == 20 && choice == 20) exit(5);
  switch ((unsigned)choice % 4) {
    case 3:
      if (number == 0) exit(6);
      break;
    case 2:
      if (number == -5) exit(7);
      break;
  }
  return 0;
}
