// A list of numbers with a lock, to which another one can be appended. Wrong: the two locks are taken one after the
// other, so the numbers of the other list come behind such as were added after it was cleared.
#include <functional>
#include <mutex>
#include <sleave/client.hpp>
#include <vector>

class List {
 public:
  void add(int number) {
    const std::lock_guard lock(mutex_);
    numbers_.push_back(number);
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    numbers_.clear();
  }
  std::vector<int> all() {
    const std::lock_guard lock(mutex_);
    return numbers_;
  }
  void append(List& other) {
#ifdef WRONG
    const std::vector<int> more = other.all();
    const std::lock_guard lock(mutex_);
    numbers_.insert(numbers_.end(), more.begin(), more.end());
#else
    const bool is_first = std::less<List*>()(this, &other);
    const std::lock_guard first(is_first ? mutex_ : other.mutex_);
    const std::lock_guard second(is_first ? other.mutex_ : mutex_);
    numbers_.insert(numbers_.end(), other.numbers_.begin(), other.numbers_.end());
#endif
  }

 private:
  std::mutex mutex_;
  std::vector<int> numbers_;
};

SLEAVE_CLIENT(appended, List) {
  op("add", [](List& list, int number) { list.add(number); }, fresh());
  op("clear", [](List& list) { list.clear(); });
  op("append", [](List& list, List& other) { list.append(other); }, another());
  finally("all", [](List& list) { return list.all(); });
}
