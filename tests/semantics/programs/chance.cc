// COVERS: sources of chance give what is asked for, within bounds, and not the same twice.
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include <random>
#include <set>

#include "say.h"

namespace {

void numbers() {
  std::set<unsigned> seen;
  for (int i = 0; i < 8; ++i) seen.insert(arc4random());
  VALUE(seen.size() > 6);
  bool within = true;
  for (int i = 0; i < 100; ++i) within = within && arc4random_uniform(7) < 7;
  VALUE(within);
  VALUE(arc4random_uniform(0));
  VALUE(arc4random_uniform(1));
}

void bytes() {
  unsigned char buffer[64] = {};
  arc4random_buf(buffer, sizeof buffer);
  int zeros = 0;
  for (const unsigned char byte : buffer) zeros += byte == 0;
  VALUE(zeros < 10);
  RESULT(getrandom(buffer, sizeof buffer, 0));
  RESULT(getrandom(buffer, 16, GRND_NONBLOCK));
  RESULT(getentropy(buffer, 32));
  RESULT(getentropy(buffer, 300));
}

void device() {
  std::random_device source;
  std::set<unsigned> seen;
  for (int i = 0; i < 8; ++i) seen.insert(source());
  VALUE(seen.size() > 6);
  VALUE(source.min() == 0);
}

}  // namespace

int main() {
  numbers();
  bytes();
  device();
  return 0;
}
