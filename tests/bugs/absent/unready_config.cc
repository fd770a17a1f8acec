// REPAIRED: It waits for the thread that reads them.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

namespace {

std::atomic<int> workers{0};

void read_settings() { workers.store(4); }

}  // namespace

int main() {
  std::thread reader(read_settings);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  reader.join();
  assert(workers.load() != 0);
}
