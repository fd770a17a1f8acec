// CLASSES: end = 2 + 0 + 2
// Failed runs in which nobody else could have gone on are classes like others. Two increments by load and store have
// four classes, and lose one in two of them.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <string>

#include "together.h"

static std::atomic<int> x;

static void increment() { x = x + 1; }

int main(int count, char** arguments) {
  if (count < 2 || std::string(arguments[1]) != "end") return EXIT_FAILURE;
  together({increment, increment});
  assert(x == 2);
}
