// RACE: Two threads load an atomic<shared_ptr> and change the object it points to.
// SCHEDULE: some; both must hold the object at once, or its count of owners orders them.
// WHY: Only the pointer is atomic.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};

void use() {
  const auto version = current.load();
  ++*version;  // race: write
}

int main() {
  std::thread a(use);
  std::thread b(use);
  a.join();
  b.join();
}
