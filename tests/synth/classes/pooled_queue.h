// A lock-free queue (Michael and Scott) over a fixed number of nodes, which are used again. Links have tags, so that a
// compare-exchange does not mistake a node that was used again for what it was before.
//
// Wrong: a node that is used again begins with the tag of a new one. A push that was interrupted links its node to one
// that another push has taken from the pool but not linked yet: the item cannot be popped although its push has ended.
// Known from boost::lockfree::queue 1.71 to 1.73 (boostorg/lockfree issue 59).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

class PooledQueue {
 public:
  PooledQueue() {
    for (std::uint16_t i = kSize - 1; i > 0; --i) free_.push_back(i);
    reuse(0);
  }

  // False: there is no free node.
  bool push(int item) {
    const std::optional<std::uint16_t> node = take_free();
    if (!node) return false;
    nodes_[*node].item = item;
    reuse(*node);
    for (;;) {
      Link last = tail_;
      Link next = nodes_[last.node].next;
      if (tail_.load() != last) continue;
      if (next.node != kNone) {
        tail_.compare_exchange_strong(last, {next.node, tag_after(last)});
        continue;
      }
      if (!nodes_[last.node].next.compare_exchange_strong(next, {*node, tag_after(next)})) continue;
      tail_.compare_exchange_strong(last, {*node, tag_after(last)});
      return true;
    }
  }

  std::optional<int> try_pop() {
    for (;;) {
      Link first = head_;
      Link last = tail_;
      const Link next = nodes_[first.node].next;
      if (head_.load() != first) continue;
      if (first.node == last.node) {
        if (next.node == kNone) return std::nullopt;
        tail_.compare_exchange_strong(last, {next.node, tag_after(last)});
        continue;
      }
      if (next.node == kNone) continue;
      const int item = nodes_[next.node].item;
      if (!head_.compare_exchange_strong(first, {next.node, tag_after(first)})) continue;
      const std::lock_guard lock(free_mutex_);
      free_.push_back(first.node);
      return item;
    }
  }

 private:
  static constexpr std::uint16_t kSize = 5;
  static constexpr std::uint16_t kNone = UINT16_MAX;

  struct Link {
    std::uint16_t node;
    std::uint16_t tag;
    bool operator!=(const Link& other) const { return node != other.node || tag != other.tag; }
  };
  struct Node {
    std::atomic<int> item{0};
    std::atomic<Link> next{Link{kNone, 0}};
  };

  static std::uint16_t tag_after(const Link& link) { return static_cast<std::uint16_t>(link.tag + 1); }

  void reuse(std::uint16_t node) {
#ifdef REPAIRED
    nodes_[node].next = Link{kNone, tag_after(nodes_[node].next)};
#else
    nodes_[node].next = Link{kNone, 1};
#endif
  }

  std::optional<std::uint16_t> take_free() {
    const std::lock_guard lock(free_mutex_);
    if (free_.empty()) return std::nullopt;
    const std::uint16_t node = free_.back();
    free_.pop_back();
    return node;
  }

  std::array<Node, kSize> nodes_;
  std::atomic<Link> head_{Link{0, 0}};
  std::atomic<Link> tail_{Link{0, 0}};
  std::mutex free_mutex_;
  std::vector<std::uint16_t> free_;
};
