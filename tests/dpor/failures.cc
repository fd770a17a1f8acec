// CLASSES: between = 2 + 0 + 1
// CLASSES: readers = 4 + 0 + some
// CLASSES: end = 2 + 0 + 2
// CLASSES: locked = 1 + 0 + 1
// Failed runs: the search goes on with the rest of the space. A reader fails if it comes between two writes, and does
// not before or after them; two readers, four ways not to fail. Two increments by load and store have four classes, and
// lose one in two of them. Of two critical sections one order is right.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <string>

#include "together.h"

static std::atomic<int> x;
static std::mutex mutex;
static int guarded;

static void write_twice() {
  x = 1;
  x = 2;
}

static void read_once() { assert(x != 1); }

static void increment() { x = x + 1; }

static void set() {
  const std::lock_guard lock(mutex);
  guarded = 1;
}

static void look() {
  const std::lock_guard lock(mutex);
  assert(guarded == 0);
}

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "between") {
    together({read_once, write_twice});
  } else if (what == "readers") {
    together({read_once, write_twice, read_once});
  } else if (what == "end") {
    together({increment, increment});
    assert(x == 2);
  } else if (what == "locked") {
    together({look, set});
  } else {
    return EXIT_FAILURE;
  }
}
