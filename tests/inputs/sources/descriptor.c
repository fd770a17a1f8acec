// arguments: @stdin:16
// input: stdin
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char text[16] = {0};
  const ssize_t bytes = read(0, text, 4);
  if (bytes == 4 && memcmp(text, "MAGI", 4) == 0 && pread(0, text, 4, 2) == 4) assert(memcmp(text, "GIc!", 4) != 0);
  return 0;
}
