// CLASSES: sb = 3 + 0
// CLASSES: sb3 = 7 + 0
// CLASSES: mp = 3 + 0
// CLASSES: lb = 3 + 0
// CLASSES: lb3 = 7 + 0
// CLASSES: 2+2w = 3 + 0
// CLASSES: 3.2w = 7 + 0
// CLASSES: s = 3 + 0
// CLASSES: r = 3 + 0
// CLASSES: iriw = 15 + 0
// CLASSES: wrc = 7 + 0
// CLASSES: rwc = 7 + 0
// CLASSES: w+rwc = 7 + 0
// CLASSES: wrw+wr = 7 + 0
// CLASSES: wrr+2w = 9 + 0
// CLASSES: wwc = 9 + 0
// CLASSES: irrwiw = 21 + 0
// CLASSES: corr = 20 + 0
// CLASSES: corw = 3 + 0
// CLASSES: cowr = 3 + 0
// CLASSES: isa2 = 7 + 0
// CLASSES: z6 = 7 + 0
// CLASSES: relseq = 16 + 0
// CLASSES: z6u = 18 + 0
// The litmus tests, under sequential consistency.
#include <atomic>
#include <map>
#include <string>

#include "together.h"

static std::atomic<int> x;
static std::atomic<int> y;
static std::atomic<int> z;

int main(int, char** argv) {
  const std::map<std::string, Bodies> shapes{
      {"sb", {[] { x = 1, y.load(); }, [] { y = 1, x.load(); }}},
      {"sb3", {[] { x = 1, y.load(); }, [] { y = 1, z.load(); }, [] { z = 1, x.load(); }}},
      {"mp", {[] { x = 1, y = 1; }, [] { y.load(), x.load(); }}},
      {"lb", {[] { y.load(), x = 1; }, [] { x.load(), y = 1; }}},
      {"2+2w", {[] { x = 1, y = 2; }, [] { y = 1, x = 2; }}},
      {"3.2w", {[] { x = 1, y = 2; }, [] { y = 1, z = 2; }, [] { z = 1, x = 2; }}},
      {"s", {[] { x = 2, y = 1; }, [] { y.load(), x = 1; }}},
      {"r", {[] { x = 1, y = 1; }, [] { y = 2, x.load(); }}},
      {"iriw", {[] { x = 1; }, [] { x.load(), y.load(); }, [] { y.load(), x.load(); }, [] { y = 1; }}},
      {"wrc", {[] { x = 1; }, [] { x.load(), y = 1; }, [] { y.load(), x.load(); }}},
      {"rwc", {[] { x = 1; }, [] { x.load(), y.load(); }, [] { y = 1, x.load(); }}},
      {"w+rwc", {[] { x = 1, y = 1; }, [] { y.load(), z.load(); }, [] { z = 1, x.load(); }}},
      {"wrw+wr", {[] { x = 1; }, [] { x.load(), y = 1; }, [] { y = 2, x.load(); }}},
      {"wrr+2w", {[] { x = 1; }, [] { x.load(), y.load(); }, [] { y = 1, x = 2; }}},
      {"wwc", {[] { x = 2; }, [] { x.load(), y = 1; }, [] { y.load(), x = 1; }}},
      {"irrwiw", {[] { x = 2; }, [] { x.load(), y.load(); }, [] { y = 1; }, [] { y.load(), x = 1; }}},
      {"corr", {[] { x = 1; }, [] { x.load(), x.load(), x.load(); }, [] { x = 2; }}},
      {"corw", {[] { x.load(), x = 1; }, [] { x = 2; }}},
      {"cowr", {[] { x = 1, x.load(); }, [] { x = 2; }}},
      {"isa2", {[] { x = 1, y = 1; }, [] { y.load(), z = 1; }, [] { z.load(), x.load(); }}},
      {"z6", {[] { x = 1, y = 1; }, [] { y = 2, z = 1; }, [] { z.load(), x.load(); }}},
      {"lb3", {[] { y.load(), x = 1; }, [] { z.load(), y = 1; }, [] { x.load(), z = 1; }}},
      {"relseq", {[] { x = 1, y = 1, y = 2; }, [] { y.exchange(3); }, [] { y.load(), x.load(); }}},
      {"z6u", {[] { x = 1, y = 1; }, [] { y.fetch_add(1), y.load(); }, [] { y = 3, x.load(); }}},
  };
  together(shapes.at(argv[1]));
}
