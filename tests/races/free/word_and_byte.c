// FREE: One thread writes the lower half of a word, another single bytes of the upper half.
// WHY: The accesses do not overlap.
#include <pthread.h>
#include <stdint.h>

union {
  uint64_t word;
  uint32_t halves[2];
  uint8_t bytes[8];
} cell;

static void* write_half(void* unused) {
  cell.halves[0] = 0x01020304;
  return unused;
}

static void* write_bytes(void* unused) {
  cell.bytes[4] = 9;
  cell.bytes[7] = 9;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_half, 0);
  pthread_create(&threads[1], 0, write_bytes, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return cell.word == 0;
}
