// Copies of strings: what is copied is still the input.
// reaches: 0 1 2 3 4 5 6
#define _GNU_SOURCE
#include <sleave/sleave.h>
#include <stdlib.h>
#include <string.h>

static char text[4], copy[16], joined[16], part[8];

int main(void) {
  sleave_symbolic(text, 3, "text");
  strcpy(copy, text);
  if (copy[0] == 'A' && copy[1] == 'B') exit(1);
  strcpy(joined, "k=");
  strcat(joined, text);
  if (joined[2] == 'C' && joined[3] == 0) exit(2);
  strncpy(part, text, sizeof part);
  if (part[2] == 'D') exit(3);
  if (part[3] != 0) exit(99);
  char* twin = strdup(text);
  if (twin[0] == 'E') exit(4);
  free(twin);
  strncat(joined, text, 1);
  if (joined[2] == 'F' && joined[5] == 'F') exit(5);
  char* end = stpcpy(copy, text);
  if (end == copy + 1 && copy[0] == 'G') exit(6);
  return 0;
}
