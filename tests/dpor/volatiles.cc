// OPTIONS: --volatile=relaxed
// CLASSES: sb = 3 + 0
// CLASSES: mp = 3 + 0
// CLASSES: iriw = 15 + 0
// CLASSES: counter = 4 + 0
// CLASSES: spin = 1 + 0
// CLASSES: handshake = 1 + 0
// Volatile accesses as relaxed atomic ones. "counter" is a load and a store in each of two threads: six interleavings,
// of which those that only swap the two loads are the same.
#include <map>
#include <string>

#include "together.h"

static volatile int x;
static volatile int y;

static void load(const volatile int& place) { static_cast<void>(place); }
static void increment(volatile int& place) { place = place + 1; }
static void await(const volatile int& place) {
  while (place == 0) {
  }
}

static void read(const volatile int& one, const volatile int& other) {
  load(one);
  load(other);
}

static void write(volatile int& one, volatile int& other) {
  one = 1;
  other = 1;
}

static void write_and_read(volatile int& one, const volatile int& other) {
  one = 1;
  load(other);
}

static void write_and_await(volatile int& one, const volatile int& other) {
  one = 1;
  await(other);
}

static void await_and_write(const volatile int& one, volatile int& other) {
  await(one);
  other = 1;
}

int main(int, char** argv) {
  const std::map<std::string, Bodies> shapes{
      {"sb", {[] { write_and_read(x, y); }, [] { write_and_read(y, x); }}},
      {"mp", {[] { write(x, y); }, [] { read(y, x); }}},
      {"iriw", {[] { x = 1; }, [] { read(x, y); }, [] { read(y, x); }, [] { y = 1; }}},
      {"counter", times(2, [] { increment(x); })},
      {"spin", {[] { await(x); }, [] { x = 1; }}},
      {"handshake", {[] { write_and_await(x, y); }, [] { await_and_write(x, y); }}},
  };
  together(shapes.at(argv[1]));
}
