// Atomic loads, stores, updates and compare-exchanges.
// reaches: 0 1 2 3 4 5 6 7
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int number;
static _Atomic uint16_t small;
static _Atomic(char*) pointer;
static char text[8];

int main(void) {
  int x = 0;
  uint8_t place = 0;
  sleave_symbolic(&x, sizeof x, "x");
  sleave_symbolic(&place, 1, "place");
  atomic_store(&number, x);
  if (atomic_load(&number) == 17) exit(1);
  if (atomic_fetch_add(&number, 5) == 100) exit(2);
  if (number == 2000) exit(3);
  atomic_fetch_xor(&small, (uint16_t)x);
  atomic_fetch_or(&small, 1);
  if (small == 0x4321 && (x & 1) == 0) exit(4);
  int expected = 77;
  if (atomic_compare_exchange_strong(&number, &expected, -1)) exit(5);
  int zero = 0;
  atomic_int other = 0;
  if (atomic_compare_exchange_strong(&other, &zero, x) && other == -9) exit(6);
  sleave_assume(place < 8);
  atomic_store(&pointer, text + place);
  if (atomic_load(&pointer) == text + 5) exit(7);
  return 0;
}
