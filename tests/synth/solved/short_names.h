// Counts names. Short ones are counted in an array, by length, long ones together.
//
// Wrong: long names are counted by a load and a store.
#pragma once

#include <atomic>
#include <string>

class ShortNames {
 public:
  int count(const std::string& name) {
    if (name.size() < 6) return ++short_[name.size()];
#ifdef REPAIRED
    return ++long_;
#else
    const int before = long_.load();
    long_.store(before + 1);
    return before + 1;
#endif
  }

 private:
  std::atomic<int> short_[6] = {};
  std::atomic<int> long_{0};
};
