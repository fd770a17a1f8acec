// A queue without locks for one producer and one consumer. First attempt.
#include <cassert>
#include <optional>
#include <thread>

class Ring {
 public:
  bool push(int item) {
    if (tail_ - head_ == kSlots) return false;
    items_[tail_ % kSlots] = item;
    ++tail_;
    return true;
  }

  std::optional<int> pop() {
    if (head_ == tail_) return std::nullopt;
    const int item = items_[head_ % kSlots];
    ++head_;
    return item;
  }

 private:
  static constexpr unsigned kSlots = 2;
  int items_[kSlots] = {};
  unsigned head_ = 0;
  unsigned tail_ = 0;
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
