// Values that are made once for each key and shared by all who ask for the key.
//
// Wrong: the lock is released while the value is made, and what another thread has stored in the meantime is replaced.
// Two callers get different values for one key.
#pragma once

#include <map>
#include <mutex>
#include <optional>

template <typename Key, typename Value>
class MemoCache {
 public:
  // The value of the key, which is `value` if there was none.
  Value get_or_add(const Key& key, const Value& value) {
    if (const std::optional<Value> known = get(key)) return *known;
    const std::lock_guard lock(mutex_);
#ifdef REPAIRED
    return values_.emplace(key, value).first->second;
#else
    return values_[key] = value;
#endif
  }

  std::optional<Value> get(const Key& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return std::nullopt;
    return found->second;
  }

  bool forget(const Key& key) {
    const std::lock_guard lock(mutex_);
    return values_.erase(key) == 1;
  }

 private:
  mutable std::mutex mutex_;
  std::map<Key, Value> values_;
};
