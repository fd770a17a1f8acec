// Vectors: arithmetic lane by lane, comparison, choice, shuffles, other shapes of the same bits, loops that the
// compiler may make vectors of.
//
// reaches: 0 1 2 3 4 5 6
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t Four __attribute__((vector_size(16)));
typedef uint8_t Sixteen __attribute__((vector_size(16)));
typedef int64_t Two __attribute__((vector_size(16)));

static uint8_t bytes[32];
static int32_t words[16];

__attribute__((noinline)) static int sum(const int32_t* all, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) total += all[i];
  return total;
}

__attribute__((noinline)) static void mix(uint8_t* all, int count) {
  for (int i = 0; i < count; ++i) all[i] = (uint8_t)(all[i] ^ 0x5a);
}

__attribute__((noinline)) static Four lanes(Four a, Four b) {
  Four larger = a > b;
  return (a & larger) | (b & ~larger);
}

int main(void) {
  Four a = {1, 2, 3, 4};
  int32_t x = 0;
  sleave_symbolic(&x, sizeof x, "x");
  Four b = a + (Four){x, x, x, x};
  if (b[2] == 1000) exit(1);
  Four c = lanes(b, (Four){50, 50, 50, 50});
  if (c[0] == 60 && c[3] == 63) exit(2);
  Two two = (Two)(b * 3);
  if ((two[1] >> 32) == 3 * 70) exit(3);
  Sixteen parts = (Sixteen)__builtin_shufflevector(b, a, 3, 2, 4, 5);
  if (parts[1] == 0x77 && parts[5] == 0x77) exit(4);
  for (int i = 0; i < 16; ++i) words[i] = i;
  words[5] = x;
  if (sum(words, 16) == 555) exit(5);
  memcpy(bytes + 7, &x, sizeof x);
  mix(bytes, 32);
  if (bytes[8] == (0x21 ^ 0x5a)) exit(6);
  return 0;
}
