// A list from which several items are taken in as many steps, so that results are not judged. WRONG: two threads may
// take the same item.
#include <atomic>
#include <mutex>
#include <sleave/client.hpp>
#include <vector>

class List {
 public:
  void add(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
  }

  std::vector<int> take(int most) {
    std::vector<int> taken;
    for (int i = 0; i < most; ++i) {
#ifdef WRONG
      int item = 0;
      {
        const std::lock_guard lock(mutex_);
        if (items_.empty()) break;
        item = items_.back();
      }
      const std::lock_guard lock(mutex_);
      if (!items_.empty()) items_.pop_back();
      taken.push_back(item);
#else
      const std::lock_guard lock(mutex_);
      if (items_.empty()) break;
      taken.push_back(items_.back());
      items_.pop_back();
#endif
    }
    return taken;
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
};

SLEAVE_CLIENT(taken_at_once, List) {
  op("add", [](List& list, int item) { list.add(item); }, fresh()).inserts();
  op("take", [](List& list) { return list.take(2); }).removes().not_atomic();
  finally("rest", [](List& list) { return list.take(32); }).removes();
}
