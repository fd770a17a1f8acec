// The same with two consumers.
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>

class Ring {
 public:
  bool push(int item) {
    const unsigned tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == kSlots) return false;
    items_[tail % kSlots] = item;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  std::optional<int> pop() {
    const unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    const int item = items_[head % kSlots];
    head_.store(head + 1, std::memory_order_release);
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
  ring.push(1);
  ring.push(2);
  std::optional<int> left;
  std::thread consumer([&] { left = ring.pop(); });
  const std::optional<int> right = ring.pop();
  consumer.join();
  assert(left && right);
  assert(*left + *right == 3);
}
