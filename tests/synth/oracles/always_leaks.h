// Frees nothing, whatever the order of the calls: no finding, since the class does so with one thread as well. A list
// of all numbers is made at its first use and kept for ever, too.
#pragma once

#include <atomic>

class AlwaysLeaks {
 public:
  int add(int number) {
    auto* kept = new Kept{number, last_.load()};
    while (!last_.compare_exchange_weak(kept->before, kept)) {
    }
    return number;
  }

  int uses() {
    static std::atomic<int>& count = *new std::atomic<int>{0};
    static_cast<void>(count.load());
    return 0;
  }

 private:
  struct Kept {
    int number;
    Kept* before;
  };
  std::atomic<Kept*> last_{nullptr};
};
