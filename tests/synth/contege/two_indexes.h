// Entries that are found by key and by value, each index with its own lock.
//
// Wrong: erase_value() takes the locks in the other order than insert(). Together they deadlock.
#pragma once

#include <map>
#include <mutex>
#include <optional>

class TwoIndexes {
 public:
  // False: the key or the value is there already.
  bool insert(int key, int value) {
    const std::lock_guard keys(keys_mutex_);
    const std::lock_guard values(values_mutex_);
    if (values_.count(key) != 0 || keys_.count(value) != 0) return false;
    values_[key] = value;
    keys_[value] = key;
    return true;
  }

  std::optional<int> value_of(int key) {
    const std::lock_guard keys(keys_mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return std::nullopt;
    return found->second;
  }

  bool erase_value(int value) {
#ifdef REPAIRED
    const std::lock_guard keys(keys_mutex_);
    const std::lock_guard values(values_mutex_);
#else
    const std::lock_guard values(values_mutex_);
    const std::lock_guard keys(keys_mutex_);
#endif
    const auto found = keys_.find(value);
    if (found == keys_.end()) return false;
    values_.erase(found->second);
    keys_.erase(found);
    return true;
  }

 private:
  std::mutex keys_mutex_;    // of values_
  std::mutex values_mutex_;  // of keys_
  std::map<int, int> values_;
  std::map<int, int> keys_;
};
