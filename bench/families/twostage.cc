// BUG: An update has two stages under two locks; of SIZE threads one reads between the stages of all others.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef SIZE
#define SIZE 100
#endif

namespace {

std::mutex first_lock;
std::mutex second_lock;
int first;
int second;

void update() {
  {
    const std::lock_guard guard(first_lock);
    first = 1;
  }
  const std::lock_guard guard(second_lock);
  second = first + 1;
}

void check() {
  int one = 0;
  {
    const std::lock_guard guard(first_lock);
    one = first;
  }
  if (one == 0) return;
  const std::lock_guard guard(second_lock);
  assert(second == one + 1);
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 1; i < SIZE; ++i) threads.emplace_back(update);
  threads.emplace_back(check);
  for (std::thread& thread : threads) thread.join();
}
