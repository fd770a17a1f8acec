// A set. WRONG: insert asks and inserts in two steps, so that two threads may both be told that they inserted.
#include <mutex>
#include <set>
#include <sleave/client.hpp>

class Set {
 public:
  bool contains(int key) {
    const std::lock_guard lock(mutex_);
    return keys_.count(key) != 0;
  }

  bool insert(int key) {
#ifdef WRONG
    if (contains(key)) return false;
    const std::lock_guard lock(mutex_);
    keys_.insert(key);
    return true;
#else
    const std::lock_guard lock(mutex_);
    return keys_.insert(key).second;
#endif
  }

  bool erase(int key) {
    const std::lock_guard lock(mutex_);
    return keys_.erase(key) != 0;
  }

 private:
  std::mutex mutex_;
  std::set<int> keys_;
};

SLEAVE_CLIENT(set, Set) {
  op("insert", [](Set& set, int key) { return set.insert(key); }, among(1, 2));
  op("erase", [](Set& set, int key) { return set.erase(key); }, among(1, 2));
  op("contains", [](Set& set, int key) { return set.contains(key); }, among(1, 2));
}
