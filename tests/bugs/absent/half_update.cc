// REPAIRED: Reader and writer hold a lock around both.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex position;
std::atomic<int> x{0};
std::atomic<int> y{0};

void move_diagonally(int steps) {
  for (int i = 0; i < steps; ++i) {
    const std::lock_guard lock(position);
    x.fetch_add(1);
    y.fetch_add(1);
  }
}

void look() {
  const std::lock_guard lock(position);
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
