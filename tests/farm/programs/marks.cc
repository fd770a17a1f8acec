// Programs in which each path has edges of its own, with one input in the form that files of a corpus have.
//
//   marks bytes N    N bytes, each compared with 100 by a branch of its own: 2^N paths. How many of them are below is a
//                    case of a switch: those of none and of all are taken by one path each
//   marks lock       eight bytes that a solver does not find, behind which there are two paths more: 3 paths in all
#include <sleave/sleave.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

volatile int sink;
volatile int below;  // known by what was branched on, not by an expression

void read(unsigned char* bytes, std::size_t count) {
  unsigned char size = 0;
  sleave_symbolic(&size, sizeof size, "size");
  sleave_symbolic(bytes, count, "data");
}

#define LOOK(place) \
  if (count > (place) && bytes[place] < 100) below = below + 1
#define CASE(number)            \
  case number:                  \
    sink = (number) * (number); \
    break

void bytes(int count) {
  unsigned char bytes[12] = {};
  read(bytes, static_cast<std::size_t>(count));
  LOOK(0);
  LOOK(1);
  LOOK(2);
  LOOK(3);
  LOOK(4);
  LOOK(5);
  LOOK(6);
  LOOK(7);
  LOOK(8);
  LOOK(9);
  LOOK(10);
  LOOK(11);
  switch (below) {
    CASE(0);
    CASE(1);
    CASE(2);
    CASE(3);
    CASE(4);
    CASE(5);
    CASE(6);
    CASE(7);
    CASE(8);
    CASE(9);
    CASE(10);
    CASE(11);
    CASE(12);
    default:
      break;
  }
}

// Products of words that all depend on the input are not inverted in any time.
std::uint64_t mixed(std::uint64_t word) {
  for (const std::uint64_t other : {0xff51afd7ed558ccdull, 0xc4ceb9fe1a85ec53ull}) {
    word ^= word >> 33;
    word *= word ^ other;
  }
  return word;
}

void lock() {
  unsigned char bytes[9] = {};
  read(bytes, sizeof bytes);
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  std::uint64_t key = 0;
  std::memcpy(&key, "sesame!!", sizeof key);
  if (mixed(word) != mixed(key)) return;
  sink = 1;
  if (bytes[8] == 'x') sink = 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "bytes") == 0) {
    bytes(std::atoi(argv[2]));
  } else {
    lock();
  }
}
