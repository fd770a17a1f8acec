// arguments: @stdin:12
// input: stdin
// Two threads hand blocks of the input over: it takes both the text and the order in which they come.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <thread>

int main() {
  char block[8] = {};
  std::atomic<int> stage{0};
  if (std::fread(block, 1, sizeof block, stdin) != sizeof block) return 0;
  std::thread other([&] { stage = 1; });
  if (stage == 1 && std::memcmp(block,
                                "\x7f"
                                "ELF\0\1\2",
                                8) == 0)
    assert(!"both");
  other.join();
  return 0;
}
