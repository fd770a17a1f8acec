// A hash map with a lock per bucket, whose table is replaced by a larger one on request.
//
// Wrong: rehash() locks one bucket at a time. What is put into a bucket after it was copied and before the new table is
// published is lost.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

template <typename Key, typename Value>
class ResizingMap {
 public:
  ResizingMap() { publish(1); }

  void put(const Key& key, const Value& value) {
    Locked locked(*this, key);
    locked.bucket->entries[key] = value;
  }

  std::optional<Value> get(const Key& key) {
    const Locked locked(*this, key);
    const auto entry = locked.bucket->entries.find(key);
    if (entry == locked.bucket->entries.end()) return std::nullopt;
    return entry->second;
  }

  // Doubles the number of buckets.
  void rehash() {
    const std::lock_guard only(tables_mutex_);
    Table& old = *table_;
    auto grown = std::make_unique<Table>(2 * old.size());
#ifdef REPAIRED
    std::vector<std::unique_lock<std::mutex>> locks;
    for (Bucket& bucket : old) locks.emplace_back(bucket.mutex);
#endif
    for (Bucket& bucket : old) {
#ifndef REPAIRED
      const std::lock_guard lock(bucket.mutex);
#endif
      for (const auto& [key, value] : bucket.entries) bucket_of(*grown, key).entries[key] = value;
    }
    table_ = grown.get();
    tables_.push_back(std::move(grown));
  }

 private:
  struct Bucket {
    std::mutex mutex;
    std::map<Key, Value> entries;
  };
  using Table = std::vector<Bucket>;

  struct Locked {
    Locked(ResizingMap& map, const Key& key) {
      Table* table = nullptr;
      do {
        if (lock.owns_lock()) lock.unlock();
        table = map.table_;
        bucket = &bucket_of(*table, key);
        lock = std::unique_lock(bucket->mutex);
      } while (table != map.table_);
    }

    Bucket* bucket;
    std::unique_lock<std::mutex> lock;
  };

  static Bucket& bucket_of(Table& table, const Key& key) { return table[std::hash<Key>()(key) % table.size()]; }

  void publish(std::size_t buckets) {
    tables_.push_back(std::make_unique<Table>(buckets));
    table_ = tables_.back().get();
  }

  std::mutex tables_mutex_;
  std::vector<std::unique_ptr<Table>> tables_;  // an old one may still be looked into
  std::atomic<Table*> table_{nullptr};
};
