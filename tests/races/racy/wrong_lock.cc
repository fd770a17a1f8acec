// RACE: Two threads protect one variable by two different locks.
// WHY: Operations on different mutexes do not synchronize with each other.
#include <mutex>
#include <thread>

std::mutex left_lock;
std::mutex right_lock;
int shared;

void left() {
  std::lock_guard guard(left_lock);
  ++shared;  // race: write
}

void right() {
  std::lock_guard guard(right_lock);
  ++shared;  // race: write
}

int main() {
  std::thread a(left);
  std::thread b(right);
  a.join();
  b.join();
}
