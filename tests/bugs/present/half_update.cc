// BUG: A position is two atomics; a reader sees the new one with the old other.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> x{0};
std::atomic<int> y{0};

void move_diagonally(int steps) {
  for (int i = 0; i < steps; ++i) {
    x.fetch_add(1);
    y.fetch_add(1);
  }
}

void look() {
  const int seen_x = x.load();
  const int seen_y = y.load();
  assert(seen_x == seen_y);
}

}  // namespace

int main() {
  std::thread mover(move_diagonally, 2);
  std::thread watcher(look);
  mover.join();
  watcher.join();
}
