// Programs whose number of paths follows from their text.
//
//   paths independent N   N bytes, each compared with 100 by a branch of its own: 2^N paths
//   paths letters         eight bytes, compared with letters until one differs: 9 paths, of which the last one fails
//   paths threads         two threads with a branch each that depends on inputs: 4 paths under every schedule; in one
//   of
//                         them the program fails, if the first thread is done before the second one looks
#include <sleave/sleave.hpp>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

volatile int sink;

void independent(int count) {
  unsigned char bytes[32] = {};
  sleave_symbolic(bytes, static_cast<std::size_t>(count), "bytes");
  for (int i = 0; i < count; ++i) {
    if (bytes[i] < 100) sink = i;
  }
}

void letters() {
  unsigned char bytes[8] = {};
  sleave_symbolic(bytes, sizeof bytes, "bytes");
  for (int i = 0; i < 8; ++i) {
    if (bytes[i] != 'a' + i) return;
  }
  std::abort();
}

std::atomic<int> flag;

void threads() {
  const auto x = sleave::any<unsigned char>("x");
  const auto y = sleave::any<unsigned char>("y");
  std::thread first([x] {
    if (x < 50) flag.store(1);
  });
  std::thread second([y] {
    if (y == 7) sink = 1;
    if (flag.load() == 1 && sink == 1) std::abort();
  });
  first.join();
  second.join();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "independent") == 0) {
    independent(std::atoi(argv[2]));
  } else if (argc > 1 && std::strcmp(argv[1], "letters") == 0) {
    letters();
  } else {
    threads();
  }
}
