// A sorted set as a linked list with a lock per node and a contains() that takes none (the lazy list of Heller et al.).
//
// Wrong: before it links a node, insert() does not check that the predecessor is still in the list. A node that was
// erased in the meantime gets the new one as its successor, and the key is lost.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

template <typename Key>
class LazyList {
 public:
  LazyList() {
    tail_.key = std::numeric_limits<Key>::max();
    head_.next = &tail_;
  }
  LazyList(const LazyList&) = delete;
  LazyList& operator=(const LazyList&) = delete;

  bool insert(const Key& key) {
    for (;;) {
      auto [before, at] = find(key);
      const std::lock_guard first(before->mutex);
      const std::lock_guard second(at->mutex);
      if (!is_valid(*before, *at)) continue;
      if (at->key == key) return false;
      Node* const node = keep(std::make_unique<Node>());
      node->key = key;
      node->next = at;
      before->next = node;
      return true;
    }
  }

  bool erase(const Key& key) {
    for (;;) {
      auto [before, at] = find(key);
      const std::lock_guard first(before->mutex);
      const std::lock_guard second(at->mutex);
      if (!is_valid(*before, *at)) continue;
      if (at->key != key) return false;
      at->erased = true;
      before->next = at->next.load();
      return true;
    }
  }

  bool contains(const Key& key) const {
    const Node* at = head_.next;
    while (at->key < key) at = at->next;
    return at->key == key && !at->erased;
  }

 private:
  struct Node {
    Key key{};
    std::atomic<Node*> next{nullptr};
    std::atomic<bool> erased{false};
    std::mutex mutex;
  };
  struct Place {
    Node* before;
    Node* at;
  };

  Place find(const Key& key) {
    Node* before = &head_;
    Node* at = head_.next;
    while (at->key < key) {
      before = at;
      at = at->next;
    }
    return {before, at};
  }

  static bool is_valid(const Node& before, const Node& at) {
#ifdef REPAIRED
    return !before.erased && !at.erased && before.next == &at;
#else
    return before.next == &at;
#endif
  }

  // Erased nodes may still be read: all of them live as long as the list.
  Node* keep(std::unique_ptr<Node> node) {
    const std::lock_guard lock(nodes_mutex_);
    nodes_.push_back(std::move(node));
    return nodes_.back().get();
  }

  Node head_;
  Node tail_;
  std::mutex nodes_mutex_;
  std::vector<std::unique_ptr<Node>> nodes_;
};
