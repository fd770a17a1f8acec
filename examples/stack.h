// A stack whose pop looks at the top and removes it in two steps.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

class Stack {
 public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
  }

  std::optional<int> pop() {
    const std::optional<int> item = top();
    const std::lock_guard lock(mutex_);
    if (!items_.empty()) items_.pop_back();
    return item;
  }

  std::optional<int> top() {
    const std::lock_guard lock(mutex_);
    return items_.empty() ? std::nullopt : std::optional(items_.back());
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
};
