// An array with a length and a count of changes.
#ifndef STUDIES_ARRAY_LIST_H
#define STUDIES_ARRAY_LIST_H

#include <array>

#include "shared.h"

class ArrayList {
 public:
  class Iterator {
   public:
    explicit Iterator(const ArrayList& list) : list_(list), expected_(list.changes_) {}

    bool has_next() const { return next_ != list_.size_; }

    int next() {
      if (expected_ != list_.changes_) throw ConcurrentModification();
      if (next_ >= list_.size_) throw NoSuchElement();
      return list_.elements_[next_++];
    }

   private:
    const ArrayList& list_;
    int expected_;
    int next_ = 0;
  };

  int size() const { return size_; }

  bool contains(int element) const {
    for (int i = 0; i < size_; ++i) {
      if (elements_[i] == element) return true;
    }
    return false;
  }

  void add(int element) {
    if (size_ == kMost) return;
    ++changes_;
    elements_[size_] = element;
    ++size_;
  }

  void remove(int element) {
    for (int i = 0; i < size_; ++i) {
      if (elements_[i] != element) continue;
      ++changes_;
      for (int k = i + 1; k < size_; ++k) elements_[k - 1] = static_cast<int>(elements_[k]);
      --size_;
      return;
    }
  }

  void clear() {
    ++changes_;
    size_ = 0;
  }

 private:
  static constexpr int kMost = 8;

  std::array<Shared<int>, kMost> elements_{};
  Shared<int> size_{0};
  Shared<int> changes_{0};
};

#endif
