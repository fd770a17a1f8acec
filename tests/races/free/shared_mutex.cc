// FREE: A cache is filled under the exclusive lock and read under the shared one.
// WHY: Writers exclude everybody; unlock_shared synchronizes with the later lock.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
int cached;
int seen[2];

void look_up(int thread) {
  {
    std::shared_lock guard(lock);
    seen[thread] = cached;
  }
  if (seen[thread] == 0) {
    std::unique_lock guard(lock);
    cached = 7;
  }
}

int main() {
  std::thread a(look_up, 0);
  std::thread b(look_up, 1);
  a.join();
  b.join();
}
