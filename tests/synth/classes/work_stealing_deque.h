// A deque of tasks (Chase and Lev): its owner, one thread, calls push() and pop(); others call steal() and size().
//
// Wrong: size() reads the two ends one after the other, while pop() moves the bottom below the top for a moment: it
// shows -1. Known from Saturn's work-stealing deque, found with multicoretests.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

class WorkStealingDeque {
 public:
  // False: the deque is full.
  bool push(int task) {
    const int bottom = bottom_;
    if (bottom - top_ >= kPlaces) return false;
    place(bottom) = task;
    bottom_ = bottom + 1;
    return true;
  }

  std::optional<int> pop() {
    const int bottom = bottom_ - 1;
    bottom_ = bottom;
    int top = top_;
    if (top > bottom) {
      bottom_ = top;
      return std::nullopt;
    }
    const int task = place(bottom);
    if (top < bottom) return task;
    const bool is_mine = top_.compare_exchange_strong(top, top + 1);
    bottom_ = bottom + 1;
    if (!is_mine) return std::nullopt;
    return task;
  }

  std::optional<int> steal() {
    for (;;) {
      int top = top_;
      if (top >= bottom_) return std::nullopt;
      const int task = place(top);
      if (top_.compare_exchange_strong(top, top + 1)) return task;
    }
  }

  int size() const {
#ifdef REPAIRED
    for (;;) {
      const int top = top_;
      const int bottom = bottom_;
      if (top == top_) return bottom < top ? 0 : bottom - top;
    }
#else
    return bottom_ - top_;
#endif
  }

 private:
  static constexpr int kPlaces = 8;

  std::atomic<int>& place(int number) { return tasks_[static_cast<std::size_t>(number % kPlaces)]; }

  std::atomic<int> top_{0};
  std::atomic<int> bottom_{0};
  std::array<std::atomic<int>, kPlaces> tasks_{};
};
