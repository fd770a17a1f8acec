// A hash set that keeps the order of insertion by a second chain. eldest() walks along it without the lock, while
// remove() closes what it takes out to itself; merge() holds both locks, in the order of the call.
#include <mutex>
#include <stdexcept>

class LinkedHashSet {
 public:
  LinkedHashSet() { oldest_.after = oldest_.before = &oldest_; }

  bool add(int key) {
    std::lock_guard guard(lock_);
    if (find(key) != nullptr) return false;
    Entry* entry = new Entry{key, chains_[key & 1], &oldest_, oldest_.before};
    chains_[key & 1] = entry;
    oldest_.before->after = entry;
    oldest_.before = entry;
    ++size_;
    return true;
  }

  bool remove(int key) {
    std::lock_guard guard(lock_);
    Entry** link = &chains_[key & 1];
    while (*link != nullptr && (*link)->key != key) link = &(*link)->next;
    Entry* entry = *link;
    if (entry == nullptr) return false;
    *link = entry->next;
    entry->before->after = entry->after;
    entry->after->before = entry->before;
    entry->before = entry->after = entry;
    --size_;
    return true;
  }

  int count_up_to(int key) const {
    int count = 0;
    for (const Entry* entry = oldest_.after; entry != &oldest_ && entry->key != key; entry = entry->after) ++count;
    return count;
  }

  int eldest() const {
    if (size_ == 0) return -1;
    std::lock_guard guard(lock_);
    if (oldest_.after == &oldest_) throw std::out_of_range("eldest");
    return oldest_.after->key;
  }

  void merge(LinkedHashSet& other) {
    std::lock_guard guard(lock_);
    std::lock_guard second(other.lock_);
    if (this == &other) return;
    for (const Entry* entry = other.oldest_.after; entry != &other.oldest_; entry = entry->after) add(entry->key);
  }

 private:
  struct Entry {
    int key = 0;
    Entry* next = nullptr;
    Entry* after = nullptr;
    Entry* before = nullptr;
  };

  const Entry* find(int key) const {
    const Entry* entry = chains_[key & 1];
    while (entry != nullptr && entry->key != key) entry = entry->next;
    return entry;
  }

  mutable std::recursive_mutex lock_;
  Entry* chains_[2] = {};
  Entry oldest_;
  int size_ = 0;
};
