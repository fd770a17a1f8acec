// BUG: A detached worker still uses a static object while main has returned and static destructors run.
// EXPECT: data_race | heap_use_after_free | crash
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
  std::thread(work).detach();
  while (!started.load()) std::this_thread::yield();
}
