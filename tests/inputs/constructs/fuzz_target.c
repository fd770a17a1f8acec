// A fuzz target without a main: its size and its bytes are the input.
// reaches: 0 1 2 3
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'f' && data[1] == 'u' && data[2] == 'z') exit(1);
  if (size == 40) exit(2);
  if (size >= 8 && memcmp(data, "PK\x03\x04", 4) == 0 && data[7] > 250) exit(3);
  if (size > 64) exit(99);
  return 0;
}
