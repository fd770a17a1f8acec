// Two consumers: whoever moves the head has the item. The items may be anything.
#include <atomic>
#include <cassert>
#include <optional>
#include <sleave/sleave.hpp>
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
    unsigned head = head_.load(std::memory_order_acquire);
    while (head != tail_.load(std::memory_order_acquire)) {
      const int item = items_[head % kSlots];
      if (head_.compare_exchange_weak(head, head + 1, std::memory_order_acq_rel)) return item;
    }
    return std::nullopt;
  }

 private:
  static constexpr unsigned kSlots = 2;
  int items_[kSlots] = {};
  std::atomic<unsigned> head_ = 0;
  std::atomic<unsigned> tail_ = 0;
};

int main() {
  Ring ring;
  const int one = sleave::any<int>("one");
  const int two = sleave::any<int>("two");
  ring.push(one);
  ring.push(two);
  std::optional<int> left;
  std::thread consumer([&] { left = ring.pop(); });
  const std::optional<int> right = ring.pop();
  consumer.join();
  assert(left && right);
  assert((*left == one && *right == two) || (*left == two && *right == one));
}
