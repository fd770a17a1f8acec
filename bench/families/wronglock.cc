// BUG: One thread changes a value under one lock, the other SIZE - 1 under another.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef SIZE
#define SIZE 100
#endif

namespace {

std::mutex lock;
std::mutex other_lock;
std::atomic<int> value;

void careful() {
  const std::lock_guard guard(lock);
  const int before = value;
  value = before + 1;
  const int after = value;
  assert(after == before + 1);
}

void other() {
  const std::lock_guard guard(other_lock);
  ++value;
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(careful);
  for (int i = 1; i < SIZE; ++i) threads.emplace_back(other);
  for (std::thread& thread : threads) thread.join();
}
