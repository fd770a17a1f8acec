// A set that is copied by every change, so that readers take no lock.
//
// Wrong: a change copies the set before it takes the writers' lock. What another writer published in the meantime is
// overwritten.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

template <typename Key>
class CopyOnWriteSet {
 public:
  CopyOnWriteSet() { publish({}); }

  bool insert(const Key& key) {
    return change([&](Keys& keys) {
      if (has(keys, key)) return false;
      keys.push_back(key);
      return true;
    });
  }

  bool erase(const Key& key) {
    return change([&](Keys& keys) {
      const auto found = std::find(keys.begin(), keys.end(), key);
      if (found == keys.end()) return false;
      keys.erase(found);
      return true;
    });
  }

  bool contains(const Key& key) const { return has(*keys_.load(), key); }

 private:
  using Keys = std::vector<Key>;

  static bool has(const Keys& keys, const Key& key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); }

  template <typename Change>
  bool change(Change change) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    Keys copy = *keys_.load();
#else
    Keys copy = *keys_.load();
    const std::lock_guard lock(mutex_);
#endif
    if (!change(copy)) return false;
    publish(std::move(copy));
    return true;
  }

  // Older versions may still be read: all of them live as long as the set.
  void publish(Keys keys) {
    versions_.push_back(std::make_unique<Keys>(std::move(keys)));
    keys_ = versions_.back().get();
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Keys>> versions_;
  std::atomic<Keys*> keys_{nullptr};
};
