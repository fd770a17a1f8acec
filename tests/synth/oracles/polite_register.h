// A register whose calls announce themselves before they write, and begin again if another call has done so since.
//
// Wrong: alone each call ends, but two calls can make each other begin again for ever: obstruction-free, not lock-free.
#pragma once

#include <atomic>

class PoliteRegister {
 public:
  int exchange(int value) {
#ifdef REPAIRED
    return value_.exchange(value);
#else
    const int ticket = ++tickets_;
    for (;;) {
      announced_.store(ticket);
      const int old = value_.load();
      if (announced_.load() != ticket) continue;
      int expected = old;
      if (value_.compare_exchange_strong(expected, value)) return old;
    }
#endif
  }

 private:
#ifndef REPAIRED
  std::atomic<int> tickets_{0};
  std::atomic<int> announced_{0};
#endif
  std::atomic<int> value_{0};
};
