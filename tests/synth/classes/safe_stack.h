// A lock-free stack of numbers that always keeps one of them: a pop takes the successor out of the top node, so that no
// other pop can use the node at the same time.
//
// Wrong: it does not protect from everything. With three threads and at least five switches one number is popped twice.
// Published by Vyukov as a challenge for tools ("SafeStack").
#pragma once

#include <array>
#include <atomic>

class SafeStack {
 public:
  SafeStack() {
    for (int i = 0; i < kSize; ++i) {
      next_[index(i)] = i + 1 < kSize ? i + 1 : kNone;
      is_popped_[index(i)] = false;
    }
  }

  // A number, or -1: there is only one left.
  int pop() {
    while (count_ > 1) {
      Top top = top_;
      const int next = next_[index(top.number)].exchange(kNone);
      if (next == kNone) continue;
#ifdef REPAIRED
      const Top after{next, top.tag + 1};
#else
      const Top after{next, 0};
#endif
      const int number = top.number;
      if (top_.compare_exchange_strong(top, after)) {
        --count_;
        is_popped_[index(number)] = true;
        return number;
      }
      next_[index(number)] = next;
    }
    return kNone;
  }

  // False: the number was not popped.
  bool push(int number) {
    if (number < 0 || number >= kSize || !is_popped_[index(number)].exchange(false)) return false;
    Top top = top_;
    do {
      next_[index(number)] = top.number;
    } while (!top_.compare_exchange_strong(top, {number, top.tag}));
    ++count_;
    return true;
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
  std::array<std::atomic<bool>, kSize> is_popped_;
  std::atomic<Top> top_{Top{0, 0}};
  std::atomic<int> count_{kSize};
};
