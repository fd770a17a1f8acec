// A lock that is not released: what it protects is not seen by the next owner.
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> locked;
int count;

void add() {
  while (locked.exchange(true, std::memory_order_acquire)) {
  }
  ++count;
  locked.store(false, std::memory_order_relaxed);  // lacks release
}

}  // namespace

int main() {
  std::thread one(add);
  std::thread other(add);
  one.join();
  other.join();
}
