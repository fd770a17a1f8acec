// A lock-free stack (Treiber) over a fixed number of nodes, which are used again in the order in which they were freed.
//
// Wrong: the top of the stack is only the number of a node. A pop that was interrupted finds the same number again
// although the node was removed, used again and has another successor (ABA): its compare-exchange succeeds and makes a
// free node the top.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

template <typename T>
class TreiberStack {
 public:
  explicit TreiberStack(std::size_t capacity = 2) : nodes_(capacity) {
    for (std::uint32_t i = 0; i < capacity; ++i) free_.push_back(i);
  }

  // False: the stack is full.
  bool try_push(const T& item) {
    const std::optional<std::uint32_t> node = take_free();
    if (!node) return false;
    nodes_[*node].item = item;
    Top top = top_;
    do {
      nodes_[*node].next = top.node;
    } while (!top_.compare_exchange_strong(top, {*node, top.tag}));
    return true;
  }

  std::optional<T> try_pop() {
    Top top = top_;
    while (top.node != kNone) {
      const std::uint32_t next = nodes_[top.node].next;
#ifdef REPAIRED
      const Top after{next, top.tag + 1};
#else
      const Top after{next, 0};
#endif
      if (!top_.compare_exchange_strong(top, after)) continue;
      const T item = nodes_[top.node].item;
      const std::lock_guard lock(free_mutex_);
      free_.push_back(top.node);
      return item;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Node {
    std::atomic<T> item{};
    std::atomic<std::uint32_t> next{kNone};
  };
  struct Top {
    std::uint32_t node;
    std::uint32_t tag;
  };

  std::optional<std::uint32_t> take_free() {
    const std::lock_guard lock(free_mutex_);
    if (free_.empty()) return std::nullopt;
    const std::uint32_t node = free_.front();
    free_.pop_front();
    return node;
  }

  std::vector<Node> nodes_;
  std::atomic<Top> top_{Top{kNone, 0}};
  std::mutex free_mutex_;
  std::deque<std::uint32_t> free_;
};
