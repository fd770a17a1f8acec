// A set in two shards with a lock each.
//
// Wrong: rename() erases the old key and inserts the new one under two locks, one after the other. In between neither
// is there.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <set>

class ShardedSet {
 public:
  bool insert(int key) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    return shard.keys.insert(key).second;
  }

  bool contains(int key) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    return shard.keys.count(key) == 1;
  }

  // False: there is no key `from`.
  bool rename(int from, int to) {
#ifdef REPAIRED
    const std::lock_guard lower(shards_[0].mutex);
    const std::lock_guard upper(shards_[1].mutex);
    if (shard_of(from).keys.erase(from) == 0) return false;
    shard_of(to).keys.insert(to);
    return true;
#else
    if (!erase(from)) return false;
    insert(to);
    return true;
#endif
  }

  bool erase(int key) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    return shard.keys.erase(key) == 1;
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::set<int> keys;
  };

  Shard& shard_of(int key) { return shards_[static_cast<std::size_t>(key) % shards_.size()]; }

  std::array<Shard, 2> shards_;
};
