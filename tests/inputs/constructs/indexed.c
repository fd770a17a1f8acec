// Arrays of one thread at places that depend on the input, and tables of the C library.
// reaches: 0 1 2 3 4 5
#include <ctype.h>
#include <sleave/sleave.h>
#include <stdlib.h>

static int global[16];

int main(void) {
  unsigned char at = 0;
  unsigned char letter = 0;
  int wide = 0;
  sleave_symbolic(&at, 1, "at");
  sleave_symbolic(&letter, 1, "letter");
  sleave_symbolic(&wide, sizeof wide, "wide");
  int local[10];
  short* heap = malloc(12 * sizeof *heap);
  if (heap == NULL) return 0;
  for (int i = 0; i < 10; ++i) local[i] = (i * 7 + 3) % 10;
  for (int i = 0; i < 12; ++i) heap[i] = (short)(i * i);
  for (int i = 0; i < 16; ++i) global[i] = 100 - i;
  local[3] = letter;
  if (at < 10 && local[at] == 9 && at != 3) exit(1);
  if (at == 3 && local[at & 7] == 200) exit(2);
  if (wide >= 0 && wide < 16 && global[wide] == 89) exit(3);
  if (at < 12 && heap[at] == 121) exit(4);
  free(heap);
  if (at == 20 && isxdigit(letter) && !isdigit(letter) && isupper(letter) && letter > 'E') exit(5);
  return 0;
}
