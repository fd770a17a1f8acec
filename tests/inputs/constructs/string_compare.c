// Comparisons of strings and memory: of a text with a fixed one, of two texts, without regard to letters' case.
// reaches: 0 1 2 3 4 5 6 7
#define _GNU_SOURCE
#include <sleave/sleave.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char user[8], token[8];

int main(void) {
  sleave_symbolic(user, 7, "user");
  sleave_symbolic(token, 7, "token");
  if (strcmp(user, "root") == 0) exit(1);
  if (strncmp(user, "admin", 5) == 0) exit(2);
  if (memcmp(token,
             "\x7f"
             "ELF",
             4) == 0) {
    exit(3);
  }
  if (strcasecmp(user, "GuEst") == 0 && user[0] == 'g' && user[1] == 'U') exit(4);
  if (user[0] == 'k' && strcmp(user, token) == 0) exit(5);
  if (strncasecmp(token, "Z9", 2) == 0) exit(6);
  if (token[0] == 'm' && memcmp(token, "mz", 3) > 0 && strcmp(token, "n") < 0) exit(7);
  return 0;
}
