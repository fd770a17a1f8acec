// REPAIRED: Reading and writing back happen under one exclusive lock.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex lock;
unsigned enabled = 0;

void enable(unsigned feature) {
  const std::unique_lock writing(lock);
  enabled = enabled | feature;
}

}  // namespace

int main() {
  std::thread network(enable, 1u);
  std::thread storage(enable, 2u);
  network.join();
  storage.join();
  assert(enabled == 3u);
}
