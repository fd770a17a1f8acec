// A queue whose threads take turns at the first two items: another than the last popper takes the second. No item is
// more than one place from where it should be. WRONG: it takes the last one.
#include <deque>
#include <mutex>
#include <optional>
#include <sleave/client.hpp>
#include <thread>

class Queue {
 public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
  }

  std::optional<int> pop() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const bool is_turn = popper_ == std::thread::id() || popper_ == std::this_thread::get_id();
    popper_ = std::this_thread::get_id();
#ifdef WRONG
    const auto place = is_turn ? items_.begin() : items_.end() - 1;
#else
    const auto place = is_turn || items_.size() == 1 || skipped_ ? items_.begin() : items_.begin() + 1;
    skipped_ = place != items_.begin();
#endif
    const int item = *place;
    items_.erase(place);
    return item;
  }

 private:
  std::mutex mutex_;
  std::deque<int> items_;
  std::thread::id popper_;
#ifndef WRONG
  bool skipped_ = false;
#endif
};

SLEAVE_CLIENT(relaxed_queue, Queue) {
  contract("quasi-1");
  op("push", [](Queue& queue, int item) { queue.push(item); }, fresh());
  op("pop", [](Queue& queue) { return queue.pop(); });
}
