// FREE: A sequence lock whose data are relaxed atomics, with fences.
// WHY: All conflicting accesses are atomic; a torn reading is noticed and thrown away.
#include <atomic>
#include <thread>

std::atomic<unsigned> sequence;
std::atomic<int> left;
std::atomic<int> right;
int seen;

void write_data() {
  sequence.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  left.store(1, std::memory_order_relaxed);
  right.store(1, std::memory_order_relaxed);
  sequence.store(2, std::memory_order_release);
}

void read_data() {
  const unsigned before = sequence.load(std::memory_order_acquire);
  const int sum = left.load(std::memory_order_relaxed) + right.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (before % 2 == 0 && sequence.load(std::memory_order_relaxed) == before) seen = sum;
}

int main() {
  std::thread writer(write_data);
  std::thread reader(read_data);
  writer.join();
  reader.join();
}
