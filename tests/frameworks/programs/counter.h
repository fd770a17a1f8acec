// A counter that loses an update if two threads add at once.
#pragma once

#include <atomic>
#include <thread>

inline std::atomic<int> total;

inline void add() {
  const int seen = total;
  total = seen + 1;
}

inline int add_from_two_threads() {
  total = 0;
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  return total;
}
