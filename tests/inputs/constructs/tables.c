// Reads of tables that never change, at places that depend on the input: more places than anybody would try.
// reaches: 0 1 2 3 4 5 6 7 8
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

struct item {
  uint32_t price;
  uint16_t number;
  uint8_t kind;
};

#define FOUR(x) ((x) * 2654435761u >> 7), ((x) * 40503u ^ 0x1234567), ((x) << 9 | 3), (~(x) * 77u)
#define SIXTEEN(x) FOUR(x), FOUR(x + 1), FOUR(x + 2), FOUR(x + 3)
#define SIXTY_FOUR(x) SIXTEEN(x), SIXTEEN(x + 4), SIXTEEN(x + 8), SIXTEEN(x + 12)
static const uint32_t mixed[256] = {SIXTY_FOUR(1u), SIXTY_FOUR(101u), SIXTY_FOUR(201u), SIXTY_FOUR(301u)};

static const struct item items[100] = {
    [41] = {.price = 990, .number = 7, .kind = 3}, [77] = {.price = 990, .number = 8}};
static const uint8_t classes[256] = {[0x1f] = 2, [0x7e] = 2, [0xc3] = 1};
static const int8_t grid[20][30] = {[11][17] = -5, [19][29] = 4};
static const char* const words[64] = {[50] = "fifty", [63] = "last"};
static const uint16_t few[5] = {10, 20, 30, 40, 50};

int main(void) {
  uint8_t x = 0;
  uint8_t y = 0;
  uint64_t wide = 0;
  int8_t below = 0;
  sleave_symbolic(&x, sizeof x, "x");
  sleave_symbolic(&y, sizeof y, "y");
  sleave_symbolic(&wide, sizeof wide, "wide");
  sleave_symbolic(&below, sizeof below, "below");
  if (mixed[x] == 307u * 2654435761u >> 7) exit(1);
  if (items[y % 100].price == 990 && items[y % 100].number == 8) exit(2);
  if (classes[x] == 2 && classes[y] == 1) exit(3);
  if (grid[x % 20][y % 30] == -5) exit(4);
  if (words[wide & 63] != 0 && (wide & 63) != 50) exit(5);
  if (wide < 100 && items[wide].kind == 3) exit(6);
  if (below >= -2 && below <= 2 && few[2 + below] == 50) exit(7);
  if (wide < 5 && few[wide] + few[4 - wide] == 60 && few[wide] == 20) exit(8);
}
