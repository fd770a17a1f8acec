// RACE: One thread writes a word, another one byte in the middle of it.
// WHY: The accesses overlap in one byte; sizes do not matter.
#include <pthread.h>
#include <stdint.h>

union {
  uint32_t word;
  uint8_t bytes[4];
} cell;

static void* write_word(void* unused) {
  cell.word = 0x01020304;  // race: write
  return unused;
}

static void* write_byte(void* unused) {
  cell.bytes[2] = 9;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_word, 0);
  pthread_create(&threads[1], 0, write_byte, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
