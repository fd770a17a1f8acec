// REPAIRED: The counter is guarded by a mutex.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex guard;
int hits = 0;

void hit() {
  const std::lock_guard lock(guard);
  ++hits;
}

}  // namespace

int main() {
  std::thread one(hit);
  std::thread two(hit);
  one.join();
  two.join();
  assert(hits == 2);
}
