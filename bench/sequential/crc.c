/* The CRC-32 of a block with its length in front, bit by bit, compared with the four bytes behind the block. */
#include "work.h"

const char sample[] =
    "the quick brown fox jumps over the lazy dog, and the dog does not mind at all; 0123456789 abcdef";

static unsigned crc32(const unsigned char* bytes, size_t length) {
  unsigned crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < length; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
  }
  return ~crc;
}

/* The low six bits of the first byte are the length of the block; its CRC follows. */
unsigned work(unsigned char* bytes, size_t length) {
  const size_t covered = 1 + (bytes[0] & 63);
  if (covered + 4 > length) return 0;
  const unsigned crc = crc32(bytes, covered);
  const unsigned char* const end = bytes + covered;
  const unsigned told = (unsigned)end[0] << 24 | (unsigned)end[1] << 16 | (unsigned)end[2] << 8 | end[3];
  unsigned sum = crc;
  for (size_t i = 0; crc == told && i < covered; ++i) sum = sum * 33 + bytes[i];
  return sum;
}
