// BUG: SIZE writers fill an array, one place each; a checker expects to come before the last of them.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>
#include <vector>

#ifndef SIZE
#define SIZE 10
#endif

namespace {

std::array<std::atomic<int>, SIZE + 1> numbers;

void pass_on(std::size_t me) { numbers[me] = numbers[me - 1] + 1; }

// Walks down to the first zero. Nobody writes numbers[0], so there is one.
void check() {
  std::size_t at = SIZE;
  while (numbers[at] != 0) --at;
  assert(at != 0);
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(check);
  for (std::size_t i = 1; i <= SIZE; ++i) threads.emplace_back(pass_on, i);
  for (std::thread& thread : threads) thread.join();
}
