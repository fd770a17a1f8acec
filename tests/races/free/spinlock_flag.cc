// FREE: A spin lock made of atomic_flag, with acquire and release.
// WHY: test_and_set that gets the lock reads the clear of the last holder.
#include <atomic>
#include <thread>

std::atomic_flag lock;
int data;

void update() {
  while (lock.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  ++data;
  lock.clear(std::memory_order_release);
}

int main() {
  std::thread a(update);
  std::thread b(update);
  a.join();
  b.join();
}
