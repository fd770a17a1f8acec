/* CRC-32 bit by bit, compared with the last four bytes. */
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

unsigned work(unsigned char* bytes, size_t length) {
  if (length < 4) return 0;
  const unsigned crc = crc32(bytes, length - 4);
  const unsigned char* const end = bytes + length - 4;
  const unsigned told = (unsigned)end[0] << 24 | (unsigned)end[1] << 16 | (unsigned)end[2] << 8 | end[3];
  return crc == told ? 1 : crc;
}
