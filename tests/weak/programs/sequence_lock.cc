// BUG: the reader needs an acquire fence before it looks at the sequence again.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

std::atomic<unsigned> sequence;
std::atomic<int> x;
std::atomic<int> y;

void write_both() {
  sequence.store(1, relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  x.store(1, relaxed);
  y.store(1, relaxed);
  sequence.store(2, std::memory_order_release);
}

void read_both() {
  const unsigned before = sequence.load(std::memory_order_acquire);
  const int first = x.load(relaxed);
  const int second = y.load(relaxed);
#ifdef REPAIRED
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
  const unsigned after = sequence.load(relaxed);
  if (before % 2 == 0 && before == after) assert(first == second);
}

}  // namespace

int main() {
  std::thread writer(write_both);
  std::thread reader(read_both);
  writer.join();
  reader.join();
}
