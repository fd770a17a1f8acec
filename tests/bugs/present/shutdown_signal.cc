// BUG: Shutdown sets the flag without the lock; the worker has tested it and not yet begun to wait.
// EXPECT: deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable wake;
std::atomic<bool> stopping{false};

void worker() {
  std::unique_lock lock(mutex);
  while (!stopping.load()) wake.wait(lock);
}

void shut_down() {
  stopping.store(true);
  wake.notify_one();
}

}  // namespace

int main() {
  std::thread background(worker);
  std::thread signal_handler(shut_down);
  background.join();
  signal_handler.join();
}
