// Numbers read from texts.
// reaches: 0 1 2 3 4 5 6
#include <limits.h>
#include <sleave/sleave.h>
#include <stdlib.h>

static char text[6];

int main(void) {
  sleave_symbolic(text, 4, "text");
  char* end = NULL;
  if (atoi(text) == 73) exit(1);
  if (atol(text) == -9) exit(2);
  const long number = strtol(text, &end, 16);
  if (number == 0xbe && end == text + 2) exit(3);
  if (end == text + 4 && number == 0x7f) exit(4);
  if (strtoul(text, NULL, 0) == 15 && text[1] == 'X') exit(5);
  char large[] = "42949672__";  // atoi keeps the lower half of a long
  large[8] = text[0];
  large[9] = text[1];
  if (atoi(large) == 3) exit(6);
  return 0;
}
