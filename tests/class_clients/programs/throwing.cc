// A vector that checks its index. WRONG: it checks before it takes the mutex.
#include <atomic>
#include <mutex>
#include <sleave/client.hpp>
#include <stdexcept>
#include <vector>

class Items {
 public:
  void add(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
    size_ = items_.size();
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    items_.clear();
    size_ = 0;
  }

  int last() {
#ifdef WRONG
    if (size_ == 0) throw std::out_of_range("empty");
    const std::lock_guard lock(mutex_);
    return items_.empty() ? -1 : items_.back();
#else
    const std::lock_guard lock(mutex_);
    if (size_ == 0) throw std::out_of_range("empty");
    return items_.back();
#endif
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
  std::atomic<std::size_t> size_{0};
};

SLEAVE_CLIENT(throwing, Items) {
  op("add", [](Items& items, int item) { items.add(item); }, fresh());
  op("clear", [](Items& items) { items.clear(); });
  op("last", [](Items& items) { return items.last(); });
}
