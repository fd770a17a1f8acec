// Second attempt: both ends are atomic.
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>

class Ring {
 public:
  bool push(int item) {
    const unsigned tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_relaxed) == kSlots) return false;
    items_[tail % kSlots] = item;
    tail_.store(tail + 1, std::memory_order_relaxed);
    return true;
  }

  std::optional<int> pop() {
    const unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_relaxed)) return std::nullopt;
    const int item = items_[head % kSlots];
    head_.store(head + 1, std::memory_order_relaxed);
    return item;
  }

 private:
  static constexpr unsigned kSlots = 2;
  int items_[kSlots] = {};
  std::atomic<unsigned> head_ = 0;
  std::atomic<unsigned> tail_ = 0;
};

int main() {
  Ring ring;
  std::thread producer([&] {
    ring.push(1);
    ring.push(2);
  });
  const std::optional<int> first = ring.pop();
  const std::optional<int> second = ring.pop();
  producer.join();
  assert(!first || *first == 1);
  assert(!second || *second == (first ? 2 : 1));
}
