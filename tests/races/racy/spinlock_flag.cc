// RACE: A spin lock made of atomic_flag whose clear is relaxed.
// WHY: The holders exclude each other, but the second does not synchronize with the first.
#include <atomic>
#include <thread>

std::atomic_flag lock;
int data;

void update() {
  while (lock.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  ++data;  // race: write
  lock.clear(std::memory_order_relaxed);
}

int main() {
  std::thread a(update);
  std::thread b(update);
  a.join();
  b.join();
}
