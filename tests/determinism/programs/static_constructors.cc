// COVERS: static constructors and destructors that lock, count and run a thread.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::atomic<int> events{0};

struct Service {
  Service() : worker([this] { run(); }) {
    const std::lock_guard lock(mutex);
    events.fetch_add(1);
  }
  ~Service() {
    stopping.store(true);
    worker.join();
    events.fetch_add(10);
  }
  void run() {
    while (!stopping.load()) std::this_thread::yield();
    const std::lock_guard lock(mutex);
    events.fetch_add(100);
  }

  std::atomic<bool> stopping{false};
  std::thread worker;
};

Service service;

}  // namespace

int main() {
  std::thread other([] {
    const std::lock_guard lock(mutex);
    events.fetch_add(1000);
  });
  other.join();
}
