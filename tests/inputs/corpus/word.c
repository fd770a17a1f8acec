// Fails for inputs that begin with "FUZZ!".
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static volatile int depth;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 5 || data[0] != 'F') return 0;
  depth = 1;
  if (data[1] != 'U') return 0;
  depth = 2;
  if (data[2] != 'Z' || data[3] != 'Z') return 0;
  depth = 3;
  assert(data[4] != '!');
  return 0;
}
