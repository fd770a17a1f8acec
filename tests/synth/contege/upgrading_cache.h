// A cache whose lock is held for reading and upgraded for writing when a key is missing.
//
// Wrong: an upgrade waits until there are no other readers, and keeps its own place among them. Two upgrades wait for
// each other.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>

class UpgradingCache {
 public:
  // The value of the key, which is `value` if there was none.
  int get_or_add(int key, int value) {
    lock_shared();
    const auto found = values_.find(key);
    if (found != values_.end()) {
      const int known = found->second;
      unlock_shared();
      return known;
    }
#ifdef REPAIRED
    unlock_shared();
    lock();
#else
    upgrade();
#endif
    const int added = values_.emplace(key, value).first->second;
    unlock();
    return added;
  }

 private:
  void lock_shared() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !has_writer_; });
    ++readers_;
  }

  void unlock_shared() {
    const std::lock_guard lock(mutex_);
    --readers_;
    changed_.notify_all();
  }

#ifdef REPAIRED
  void lock() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !has_writer_ && readers_ == 0; });
    has_writer_ = true;
  }
#else
  void upgrade() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !has_writer_ && readers_ == 1; });
    --readers_;
    has_writer_ = true;
  }
#endif

  void unlock() {
    const std::lock_guard lock(mutex_);
    has_writer_ = false;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool has_writer_ = false;
  std::map<int, int> values_;
};
