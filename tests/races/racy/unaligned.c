// RACE: A packed word that crosses an eight-byte border is written while another thread writes its last byte.
// WHY: The accesses overlap in one byte.
#include <pthread.h>
#include <stdint.h>

#pragma pack(push, 1)
_Alignas(8) struct {
  char before[6];
  uint32_t crossing;
  char after[6];
} record;
#pragma pack(pop)

static void* write_word(void* unused) {
  record.crossing = 1;  // race: write
  return unused;
}

static void* write_byte(void* unused) {
  ((char*)&record)[9] = 2;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_word, 0);
  pthread_create(&threads[1], 0, write_byte, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
