// A queue that says how many it holds. WRONG: the number is changed after the mutex is released.
#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <sleave/client.hpp>

class Queue {
 public:
  void push(int item) {
    std::unique_lock lock(mutex_);
    items_.push_back(item);
#ifdef WRONG
    lock.unlock();
#endif
    ++size_;
  }

  std::optional<int> pop() {
    std::unique_lock lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const int item = items_.front();
    items_.pop_front();
    --size_;
    return item;
  }

  int size() const { return size_; }

 private:
  std::mutex mutex_;
  std::deque<int> items_;
  std::atomic<int> size_{0};
};

SLEAVE_CLIENT(queue_size, Queue) {
  op("push", [](Queue& queue, int item) { queue.push(item); }, fresh());
  op("pop", [](Queue& queue) { return queue.pop(); });
  op("size", [](Queue& queue) { return queue.size(); });
}
