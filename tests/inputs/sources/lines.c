// arguments: --config @file:8
// input: file2
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  char line[16];
  FILE* file = argc > 2 ? fopen(argv[2], "r") : NULL;
  if (!file) return 0;
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, "key=", 4) == 0) assert(atoi(line + 4) != 73);
  }
  fclose(file);
  return 0;
}
