/* The task as a fuzz target: its input stands for the first SYMBOLIC bytes of the sample, or fewer. */
#include <stdint.h>
#include <string.h>

#include "work.h"

enum { LONGEST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static unsigned char bytes[LONGEST];
  static volatile unsigned result;
  const size_t length = strlen(sample);
  const size_t most = SYMBOLIC < length ? SYMBOLIC : length;
  memcpy(bytes, sample, length);
  if (size > 0) memcpy(bytes, data, size < most ? size : most);
  result = work(bytes, length);
  return 0;
}
