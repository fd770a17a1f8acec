// Fails for one text of eight letters that neither solving nor chance finds: the table may change, so that its places
// are not solved for. Has other edges for others.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static volatile int depth;
static uint8_t table[256];

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 8) return 0;
  if (data[0] == 'k') depth = 1;
  for (unsigned i = 0; i < 256; ++i) table[i] = (uint8_t)(i * 167 + 13);
  uint64_t hash = 0;
  for (size_t i = 0; i < 8; ++i) hash = (hash ^ table[data[i]]) * 0x100000001b3u + (hash >> 47);
  assert(hash != 0x7a46a0e080826beau);
  return 0;
}
