// Buckets of chained entries; no element twice.
#ifndef STUDIES_HASH_SET_H
#define STUDIES_HASH_SET_H

#include <array>
#include <memory>
#include <vector>

#include "shared.h"

class HashSet {
  struct Entry {
    int element = 0;
    Shared<Entry*> next{nullptr};
  };

 public:
  class Iterator {
   public:
    explicit Iterator(const HashSet& set) : set_(set), expected_(set.changes_) { find_entry(); }

    bool has_next() const { return entry_ != nullptr; }

    int next() {
      if (expected_ != set_.changes_) throw ConcurrentModification();
      if (entry_ == nullptr) throw NoSuchElement();
      const int element = entry_->element;
      entry_ = entry_->next;
      find_entry();
      return element;
    }

   private:
    void find_entry() {
      while (entry_ == nullptr && bucket_ < kBuckets) entry_ = set_.buckets_[bucket_++];
    }

    const HashSet& set_;
    int expected_;
    int bucket_ = 0;
    Entry* entry_ = nullptr;
  };

  int size() const { return size_; }

  bool contains(int element) const {
    for (const Entry* entry = buckets_[bucket_of(element)]; entry != nullptr; entry = entry->next) {
      if (entry->element == element) return true;
    }
    return false;
  }

  void add(int element) {
    if (contains(element)) return;
    ++changes_;
    Shared<Entry*>& bucket = buckets_[bucket_of(element)];
    entries_.push_back(std::make_unique<Entry>());
    Entry* const entry = entries_.back().get();
    entry->element = element;
    entry->next = static_cast<Entry*>(bucket);
    bucket = entry;
    ++size_;
  }

  void remove(int element) {
    Shared<Entry*>* link = &buckets_[bucket_of(element)];
    while (static_cast<Entry*>(*link) != nullptr) {
      Entry* const entry = *link;
      if (entry->element == element) {
        ++changes_;
        --size_;
        *link = static_cast<Entry*>(entry->next);
        return;
      }
      link = &entry->next;
    }
  }

  void clear() {
    ++changes_;
    for (Shared<Entry*>& bucket : buckets_) bucket = nullptr;
    size_ = 0;
  }

 private:
  static constexpr int kBuckets = 2;

  static unsigned bucket_of(int element) { return static_cast<unsigned>(element * 31 ^ element >> 4) % kBuckets; }

  std::array<Shared<Entry*>, kBuckets> buckets_{};
  Shared<int> size_{0};
  Shared<int> changes_{0};
  std::vector<std::unique_ptr<Entry>> entries_;  // removed ones too
};

#endif
