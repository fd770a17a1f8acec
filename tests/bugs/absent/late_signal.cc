// REPAIRED: After a time-out it looks again.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

static void finish() {
  std::lock_guard lock(mutex);
  ready = true;
  changed.notify_one();
}

static bool wait_for_it(std::unique_lock<std::mutex>& lock) {
  if (ready) return true;
  return changed.wait_for(lock, std::chrono::milliseconds(10)) == std::cv_status::no_timeout || ready;
}

int main() {
  std::thread other(finish);
  {
    std::unique_lock lock(mutex);
    if (!wait_for_it(lock)) assert(!ready);
  }
  other.join();
}
