// A stack that knows about how many items it has. The number is old when it comes, but there never were fewer than
// none. WRONG: it is decreased before it is known whether there is an item.
#include <atomic>
#include <mutex>
#include <optional>
#include <sleave/client.hpp>
#include <vector>

class Stack {
 public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
    ++size_;
  }

  std::optional<int> pop() {
#ifdef WRONG
    --size_;
#endif
    const std::lock_guard lock(mutex_);
    if (items_.empty()) {
#ifdef WRONG
      ++size_;
#endif
      return std::nullopt;
    }
    const int item = items_.back();
    items_.pop_back();
#ifndef WRONG
    --size_;
#endif
    return item;
  }

  int size() const { return size_; }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
  std::atomic<int> size_{0};
};

SLEAVE_CLIENT(hinted_size, Stack) {
  op("push", [](Stack& stack, int item) { stack.push(item); }, fresh());
  op("pop", [](Stack& stack) { return stack.pop(); });
  op("size", [](Stack& stack) { return stack.size(); }).weak();
}
