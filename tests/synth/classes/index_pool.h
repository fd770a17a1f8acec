// A pool of numbers: a lock-free list of those that are free.
//
// Wrong: the head of the list has no tag. An acquire that was interrupted finds the same head again although its
// successor was acquired in the meantime (ABA), and makes that one free a second time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

class IndexPool {
 public:
  IndexPool() {
    for (std::uint32_t i = 0; i < kSize; ++i) next_[i] = i + 1 < kSize ? i + 1 : kNone;
  }

  std::optional<unsigned> acquire() {
    Head head = head_;
    while (head.index != kNone) {
      const std::uint32_t next = next_[head.index];
#ifdef REPAIRED
      const Head after{next, head.tag + 1};
#else
      const Head after{next, head.tag};
#endif
      if (head_.compare_exchange_strong(head, after)) return head.index;
    }
    return std::nullopt;
  }

  // Of a number that the caller acquired.
  void release(unsigned index) {
    Head head = head_;
    do {
      next_[index] = head.index;
    } while (!head_.compare_exchange_strong(head, {index, head.tag}));
  }

 private:
  static constexpr std::uint32_t kSize = 3;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Head {
    std::uint32_t index;
    std::uint32_t tag;
  };

  std::array<std::atomic<std::uint32_t>, kSize> next_;
  std::atomic<Head> head_{Head{0, 0}};
};
