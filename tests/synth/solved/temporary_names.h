// Numbers files by their names: those that begin with "tmp/" have numbers of their own.
//
// Wrong: these are given by a load and a store.
#pragma once

#include <atomic>
#include <string>

class TemporaryNames {
 public:
  int number_of(const std::string& name) {
    if (name.compare(0, 4, "tmp/") != 0) return ++named_;
#ifdef REPAIRED
    return ++temporary_;
#else
    const int before = temporary_.load();
    temporary_.store(before + 1);
    return before + 1;
#endif
  }

 private:
  std::atomic<int> named_{0};
  std::atomic<int> temporary_{0};
};
