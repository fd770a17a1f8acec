/* Gives a fuzz target the content of each file whose name is a line of standard input. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int main(void) {
  static char name[LONGEST];
  static unsigned char bytes[LONGEST];
  while (fgets(name, sizeof name, stdin) != NULL) {
    name[strcspn(name, "\n")] = '\0';
    FILE* file = fopen(name, "rb");
    if (file == NULL) return 1;
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
  }
  return 0;
}
