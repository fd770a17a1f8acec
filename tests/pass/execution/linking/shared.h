// Inline code that every unit brings along, so that the linker has copies to drop.
#pragma once

#include <atomic>

template <typename T>
inline T accumulate(std::atomic<T>& total, T count) {
  static T calls = 0;
  for (T i = 0; i < count; ++i) {
    if (i % 3 == 1) continue;
    total += i;
    ++calls;
  }
  return total + calls;
}

int first(int n);
int second(int n);
