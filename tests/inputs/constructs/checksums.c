// Checksums of what is read: the stored sum must be the computed one, also of a part that has a sum of its own.
// reaches: 0 1 2 3 4
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

// CRC-32 without a branch on a bit.
static uint32_t crc32(const uint8_t* bytes, unsigned count) {
  uint32_t sum = ~0u;
  for (unsigned i = 0; i < count; ++i) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (0xedb88320u & (0u - (sum & 1u)));
  }
  return ~sum;
}

static uint32_t stored(const uint8_t* bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

int main(void) {
  uint8_t record[24] = {0};
  sleave_symbolic(record, sizeof record, "record");
  if (stored(record + 12) != crc32(record, 12)) exit(0);
  if (stored(record + 20) != crc32(record + 8, 12)) exit(1);
  if (record[3] != 'k') exit(2);
  if (record[9] < record[17]) exit(3);
  exit(4);
}
