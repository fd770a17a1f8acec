// Numbers with a fraction in texts.
// reaches: 0 1 2 3 4 5 6
#include <sleave/sleave.h>
#include <stdlib.h>

static char text[6];

int main(void) {
  sleave_symbolic(text, 4, "text");
  char* end = NULL;
  const double number = strtod(text, &end);
  if (number == 7.25) exit(1);
  if (number < -8.5 && end == text + 4) exit(2);
  if (number == 3000) exit(3);
  if (number == 0.125) exit(4);
  if (number != number) exit(5);
  if (atof(text + 1) == 42 && text[0] == 'x') exit(6);
  return 0;
}
