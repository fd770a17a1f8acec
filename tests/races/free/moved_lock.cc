// FREE: A unique_lock is moved to another owner, which releases the mutex after the last use.
// WHY: The mutex is held throughout; who owns the guard object does not matter.
#include <mutex>
#include <thread>
#include <utility>

std::mutex lock;
int total;
int updates;

std::unique_lock<std::mutex> begin() {
  std::unique_lock guard(lock);
  total += 5;
  return guard;
}

void update() {
  const std::unique_lock guard = begin();
  ++updates;
}

int main() {
  std::thread a(update);
  std::thread b(update);
  a.join();
  b.join();
}
