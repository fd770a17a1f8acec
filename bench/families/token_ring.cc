// BUG: Each of SIZE threads takes its right neighbor's number plus one; nobody expects that they come round in order.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>
#include <vector>

#ifndef SIZE
#define SIZE 5
#endif

namespace {

std::array<std::atomic<int>, SIZE> numbers;

void pass_on(std::size_t me) { numbers[me] = numbers[(me + 1) % SIZE] + 1; }

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < SIZE; ++i) threads.emplace_back(pass_on, i);
  for (std::thread& thread : threads) thread.join();
  for (const std::atomic<int>& number : numbers) assert(number < SIZE);
}
