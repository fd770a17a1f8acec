// A cache that forgets the entry that was not used for the longest time.
//
// Wrong: get() takes the lock for reading only, although it moves the entry to the front of the list.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

template <typename Key, typename Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity = 2) : capacity_(capacity) {}

  void put(const Key& key, const Value& value) {
    const std::unique_lock lock(mutex_);
    const auto found = index_.find(key);
    if (found != index_.end()) {
      entries_.erase(found->second);
    } else if (entries_.size() == capacity_) {
      index_.erase(entries_.back().first);
      entries_.pop_back();
    }
    entries_.emplace_front(key, value);
    index_[key] = entries_.begin();
  }

  std::optional<Value> get(const Key& key) {
#ifdef REPAIRED
    const std::unique_lock lock(mutex_);
#else
    const std::shared_lock lock(mutex_);
#endif
    const auto found = index_.find(key);
    if (found == index_.end()) return std::nullopt;
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front().second;
  }

  std::size_t size() const {
    const std::shared_lock lock(mutex_);
    return entries_.size();
  }

 private:
  using Entries = std::list<std::pair<Key, Value>>;

  std::size_t capacity_;
  mutable std::shared_mutex mutex_;
  Entries entries_;  // the last used one first
  std::map<Key, typename Entries::iterator> index_;
};
