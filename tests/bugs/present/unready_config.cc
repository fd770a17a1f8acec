// BUG: The main thread sleeps until its settings have surely been read, but on a busy machine they have not.
// EXPECT: assertion
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
  assert(workers.load() != 0);
  reader.join();
}
