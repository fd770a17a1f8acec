// A bag. WRONG: add copies the items and puts the longer copy back, so that what another thread added meanwhile is
// lost. No call of the threads shows it; what is left in the end does.
#include <algorithm>
#include <mutex>
#include <sleave/client.hpp>
#include <vector>

class Bag {
 public:
  void add(int item) {
    std::unique_lock lock(mutex_);
    std::vector<int> items = items_;
    items.insert(std::upper_bound(items.begin(), items.end(), item), item);
#ifdef WRONG
    lock.unlock();
    lock.lock();
#endif
    items_ = items;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    items_.clear();
  }

  std::vector<int> items() {
    const std::lock_guard lock(mutex_);
    return items_;
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
};

SLEAVE_CLIENT(lost_items, Bag) {
  op("add", [](Bag& bag, int item) { bag.add(item); }, fresh());
  op("clear", [](Bag& bag) { bag.clear(); });
  finally("items", [](Bag& bag) { return bag.items(); });
}
