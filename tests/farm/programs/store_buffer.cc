// Two threads that each store and then read what the other one stores. Under sequential consistency one of them reads
// the other's value; C++20 allows both to read 0, and then main fails.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int> x;
std::atomic<int> y;

int store_and_read(std::atomic<int>& own, const std::atomic<int>& other) {
  own.store(1, std::memory_order_relaxed);
  return other.load(std::memory_order_relaxed);
}

}  // namespace

int main() {
  int first = 0;
  int second = 0;
  std::thread one([&] { first = store_and_read(x, y); });
  std::thread two([&] { second = store_and_read(y, x); });
  one.join();
  two.join();
  if (first == 0 && second == 0) std::abort();
}
