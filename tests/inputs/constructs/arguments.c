// Arguments of the program.
// arguments: @input:6 -v @input:2 @input:
// reaches: 0 1 2
#include <sleave/sleave.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  sleave_assume(1);  // compiles this file for inputs
  if (argc != 5 || strcmp(argv[2], "-v") != 0 || strcmp(argv[4], "@input:") != 0) exit(99);
  if (strlen(argv[1]) > 6 || strlen(argv[3]) > 2) exit(99);
  if (strcmp(argv[1], "--fast") == 0) exit(1);
  if (atoi(argv[3]) == 42) exit(2);
  return 0;
}
