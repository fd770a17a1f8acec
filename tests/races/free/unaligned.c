// FREE: A packed word that crosses an eight-byte border is written while another thread writes the bytes beside it.
// WHY: The accesses do not overlap.
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
  record.crossing = 1;
  return unused;
}

static void* write_neighbors(void* unused) {
  record.before[5] = 2;
  record.after[0] = 2;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_word, 0);
  pthread_create(&threads[1], 0, write_neighbors, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
