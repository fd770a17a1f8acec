// BUG: A thread that stepped back for the other enters without raising its flag again.
// EXPECT: assertion|no_progress
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

std::array<std::atomic<bool>, 2> wants{};
std::atomic<std::size_t> turn{0};
std::atomic<int> inside{0};

void enter(std::size_t self) {
  const std::size_t other = 1 - self;
  wants[self].store(true);
  while (wants[other].load()) {
    if (turn.load() == self) {
      std::this_thread::yield();
      continue;
    }
    wants[self].store(false);
    while (turn.load() != self) std::this_thread::yield();
  }
}

void leave(std::size_t self) {
  turn.store(1 - self);
  wants[self].store(false);
}

void work(std::size_t self, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    enter(self);
    const int others = inside.fetch_add(1);
    assert(others == 0);
    inside.fetch_sub(1);
    leave(self);
  }
}

}  // namespace

int main() {
  std::thread first(work, 0, 2);
  std::thread second(work, 1, 2);
  first.join();
  second.join();
}
