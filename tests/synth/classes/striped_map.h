// A hash map with a fixed number of locks and a number of buckets that grows.
//
// Wrong: the bucket of a key is computed before its lock is taken. If the map grows in between, the entry is looked
// for, or put, in a bucket that the key no longer belongs to.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <utility>

template <typename Key, typename Value>
class StripedMap {
 public:
  StripedMap() : buckets_(kLocks) {}

  // Whether the key is new.
  bool put(const Key& key, const Value& value) {
    {
      const Access access(*this, key);
      for (Entry& entry : *access.bucket) {
        if (entry.first != key) continue;
        entry.second = value;
        return false;
      }
      access.bucket->emplace_back(key, value);
    }
    if (++size_ >= buckets_now_) grow();
    return true;
  }

  std::optional<Value> get(const Key& key) {
    const Access access(*this, key);
    for (const Entry& entry : *access.bucket) {
      if (entry.first == key) return entry.second;
    }
    return std::nullopt;
  }

  bool erase(const Key& key) {
    const Access access(*this, key);
    for (auto entry = access.bucket->begin(); entry != access.bucket->end(); ++entry) {
      if (entry->first != key) continue;
      access.bucket->erase(entry);
      --size_;
      return true;
    }
    return false;
  }

 private:
  using Entry = std::pair<Key, Value>;
  using Bucket = std::list<Entry>;
  static constexpr std::size_t kLocks = 2;

  struct Access {
    Access(StripedMap& map, const Key& key) {
      const std::size_t hash = std::hash<Key>()(key);
#ifdef REPAIRED
      lock = std::unique_lock(map.locks_[hash % kLocks]);
      bucket = &map.buckets_[hash % map.buckets_now_];
#else
      const std::size_t place = hash % map.buckets_now_;
      lock = std::unique_lock(map.locks_[hash % kLocks]);
      bucket = &map.buckets_[place];
#endif
    }

    std::unique_lock<std::mutex> lock;
    Bucket* bucket;
  };

  // Buckets never move: a deque grows at its end.
  void grow() {
    const std::lock_guard first(locks_[0]);
    const std::lock_guard second(locks_[1]);
    if (size_ < buckets_now_) return;
    Bucket entries;
    for (Bucket& bucket : buckets_) entries.splice(entries.end(), bucket);
    buckets_.resize(2 * buckets_now_);
    buckets_now_ = buckets_.size();
    while (!entries.empty()) {
      Bucket& bucket = buckets_[std::hash<Key>()(entries.front().first) % buckets_now_];
      bucket.splice(bucket.end(), entries, entries.begin());
    }
  }

  std::array<std::mutex, kLocks> locks_;
  std::deque<Bucket> buckets_;
  std::atomic<std::size_t> buckets_now_{kLocks};  // never fewer, so that a bucket has one lock
  std::atomic<std::size_t> size_{0};
};
