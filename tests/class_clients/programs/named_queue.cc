// A queue by its name: the specification is not the class itself. WRONG: a stack, which it would pass.
#include <deque>
#include <mutex>
#include <optional>
#include <sleave/client.hpp>

class Queue {
 public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
  }

  std::optional<int> pop() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
#ifdef WRONG
    const int item = items_.back();
    items_.pop_back();
#else
    const int item = items_.front();
    items_.pop_front();
#endif
    return item;
  }

 private:
  std::mutex mutex_;
  std::deque<int> items_;
};

SLEAVE_CLIENT(named_queue, Queue) {
  model("queue");
  op("push", [](Queue& queue, int item) { queue.push(item); }, fresh()).inserts();
  op("pop", [](Queue& queue) { return queue.pop(); }).removes();
}
