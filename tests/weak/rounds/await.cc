// A round of a polling loop that finds nothing under sequential consistency, and an old value under C++20. No execution
// has such a round at its end, so only runs that end in one show where the program departs from sequential consistency.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

std::atomic<int> value;
std::atomic<int> written;
std::atomic<int> done;

void publish() {
  value.store(1, relaxed);
  value.store(2, relaxed);
  written.store(1, relaxed);
  done.store(1, std::memory_order_release);
}

void poll() {
  while (written.load(relaxed) == 0) {
  }
  while (done.load(std::memory_order_acquire) == 0) {
    if (value.load(relaxed) == 1) assert(!"an old value");
  }
}

}  // namespace

int main() {
  std::thread writer(publish);
  std::thread reader(poll);
  writer.join();
  reader.join();
}
