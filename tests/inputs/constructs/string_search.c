// Looking for the end of a string, for a character, for another string.
// reaches: 0 1 2 3 4 5 6 7 8 9
#define _GNU_SOURCE
#include <sleave/sleave.h>
#include <stdlib.h>
#include <string.h>

static char text[5], other[3];

int main(void) {
  sleave_symbolic(text, 4, "text");
  sleave_symbolic(other, 2, "other");
  const size_t length = strlen(text);
  if (length == 3) exit(1);
  if (strnlen(other, 2) == 1) exit(2);
  const char* colon = strchr(text, ':');
  if (colon == text + 1) exit(3);
  const char* slash = strrchr(text, '/');
  if (slash == text + 2) exit(4);
  if (memchr(text, other[0], 4) == text + 3) exit(5);
  const char* found = strstr(text, "ab");
  if (found == text + 1) exit(6);
  if (found == text + 2) exit(7);
  if (length == 0 && text[3] == '?') exit(8);
  if (strchr("xyz", other[1] | 0x70) != NULL && other[1] == 'y') exit(9);
  return 0;
}
