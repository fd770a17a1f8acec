// RACE: unique_lock is released before the last use of the data.
// WHY: The last use is outside the critical section.
#include <mutex>
#include <thread>

std::mutex lock;
int total;
int updates;

void update() {
  std::unique_lock guard(lock);
  total += 5;
  guard.unlock();
  ++updates;  // race: write
}

int main() {
  std::thread a(update);
  std::thread b(update);
  a.join();
  b.join();
}
