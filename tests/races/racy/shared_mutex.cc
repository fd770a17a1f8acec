// RACE: A cache is filled under a shared lock.
// WHY: Two threads may hold the shared lock together, and both write.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
int cached;

void look_up() {
  std::shared_lock guard(lock);
  cached = 7;  // race: write
}

int main() {
  std::thread a(look_up);
  std::thread b(look_up);
  a.join();
  b.join();
}
