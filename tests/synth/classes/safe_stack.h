// A lock-free stack of numbers that always keeps one of them: a pop takes the successor out of the top node, so that no
// other pop can use the node at the same time.
//
// Wrong: it does not protect from everything. With three threads and at least five switches one number is popped twice.
// Published by Vyukov as a challenge for tools ("SafeStack").
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

class SafeStack {
 public:
  SafeStack() {
    for (int i = 0; i < kSize; ++i) next_[index(i)] = i + 1 < kSize ? i + 1 : kNone;
  }

  // A number, or -1: there is only one left.
  int pop() {
    while (count_ > 1) {
      Top top = top_;
      const int number = top.number;
#ifdef REPAIRED
      const int next = next_[index(number)];
      const Top after{next, top.tag + 1};
#else
      const int next = next_[index(number)].exchange(kNone);
      const Top after{next, 0};
#endif
      if (next == kNone) continue;
      if (top_.compare_exchange_strong(top, after)) {
        --count_;
        return number;
      }
#ifndef REPAIRED
      next_[index(number)] = next;
#endif
    }
    return kNone;
  }

  // Of a number that the caller popped.
  void push(int number) {
    Top top = top_;
    do {
      next_[index(number)] = top.number;
    } while (!top_.compare_exchange_strong(top, {number, top.tag}));
    ++count_;
  }

 private:
  static constexpr int kSize = 3;
  static constexpr int kNone = -1;

  struct Top {
    int number;
    int tag;
  };

  static constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

  std::array<std::atomic<int>, kSize> next_;
  std::atomic<Top> top_{Top{0, 0}};
  std::atomic<int> count_{kSize};
};
