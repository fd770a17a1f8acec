// REPAIRED: The worker is joined before main returns.
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

struct Registry {
  std::unique_ptr<int> entries = std::make_unique<int>(0);
  std::mutex mutex;

  void add() {
    const std::scoped_lock lock(mutex);
    ++*entries;
  }
};

std::atomic<bool> started{false};
Registry registry;

void work() {
  started.store(true);
  for (int i = 0; i < 3; ++i) registry.add();
}

int main() {
  std::thread worker(work);
  while (!started.load()) std::this_thread::yield();
  worker.join();
}
