// A stack with a mutex. WRONG: pop looks at the top and removes it in two steps.
#include <mutex>
#include <optional>
#include <sleave/client.hpp>
#include <vector>

class Stack {
 public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
  }

  std::optional<int> pop() {
    std::unique_lock lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const int item = items_.back();
#ifdef WRONG
    lock.unlock();
    lock.lock();
    if (items_.empty()) return item;
#endif
    items_.pop_back();
    return item;
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
};

SLEAVE_CLIENT(stack, Stack) {
  op("push", [](Stack& stack, int item) { stack.push(item); }, fresh());
  op("pop", [](Stack& stack) { return stack.pop(); });
}
