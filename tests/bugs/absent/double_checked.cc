// REPAIRED: The flag is published last.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex guard;
std::atomic<bool> ready{false};
std::atomic<int> width{0};
std::atomic<int> height{0};

void ensure_ready() {
  if (ready.load()) return;
  const std::lock_guard lock(guard);
  if (ready.load()) return;
  width.store(640);
  height.store(480);
  ready.store(true);
}

void draw() {
  ensure_ready();
  assert(width.load() * height.load() == 640 * 480);
}

}  // namespace

int main() {
  std::thread left(draw);
  std::thread right(draw);
  left.join();
  right.join();
}
