// The same as await.cc with a round under a lock.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

std::atomic<int> value;
std::atomic<int> written;
std::mutex mutex;
bool done;

void publish() {
  value.store(1, relaxed);
  value.store(2, relaxed);
  written.store(1, relaxed);
  const std::lock_guard guard(mutex);
  done = true;
}

bool is_done() {
  const std::lock_guard guard(mutex);
  return done;
}

void poll() {
  while (written.load(relaxed) == 0) {
  }
  while (!is_done()) {
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
