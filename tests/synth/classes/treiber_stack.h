// A lock-free stack (Treiber) of at most 64 nodes that keeps one popped node to use it again.
//
// Wrong: the top of the stack is only the number of a node. A pop that was interrupted finds the same number again
// although the node was removed, used again and has another successor (ABA): its compare-exchange succeeds and makes a
// node the top that was popped long ago.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

template <typename T>
class TreiberStack {
 public:
  void push(const T& item) {
    const std::uint32_t node = new_node();
    nodes_[node].item = item;
    Top top = top_;
    do {
      nodes_[node].next = top.node;
    } while (!top_.compare_exchange_strong(top, {node, top.tag}));
  }

  std::optional<T> pop() {
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
      std::uint32_t none = kNone;
      spare_.compare_exchange_strong(none, top.node);
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

  std::uint32_t new_node() {
    const std::uint32_t spare = spare_.exchange(kNone);
    return spare != kNone ? spare : used_++;
  }

  std::array<Node, 64> nodes_;
  std::atomic<std::uint32_t> used_{0};
  std::atomic<std::uint32_t> spare_{kNone};
  std::atomic<Top> top_{Top{kNone, 0}};
};
