// BUG: SIZE - 1 setters write two variables one after the other; the checker sees the first without the second.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#ifndef SIZE
#define SIZE 100
#endif

namespace {

std::atomic<int> left;
std::atomic<int> right;

void set() {
  left = 1;
  right = -1;
}

void check() {
  const int a = left;
  const int b = right;
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 1; i < SIZE; ++i) threads.emplace_back(set);
  threads.emplace_back(check);
  for (std::thread& thread : threads) thread.join();
}
