// A deque as a doubly linked list: an item is removed by marking its node, the first one in the list that is not
// marked.
//
// Wrong: between finding the first node and marking it, pop_front() does not notice that another item was pushed in
// front of it (and pop_back() likewise). Known from java.util.concurrent.ConcurrentLinkedDeque, found with Lincheck.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

template <typename T>
class LinkedDeque {
 public:
  void push_front(const T& item) {
    const std::lock_guard lock(mutex_);
    Node* const node = new_node(item);
    node->next = first_.load();
    if (first_ != nullptr) first_.load()->previous = node;
    if (last_ == nullptr) last_ = node;
    first_ = node;
  }

  void push_back(const T& item) {
    const std::lock_guard lock(mutex_);
    Node* const node = new_node(item);
    node->previous = last_.load();
    if (last_ != nullptr) last_.load()->next = node;
    if (first_ == nullptr) first_ = node;
    last_ = node;
  }

  std::optional<T> pop_front() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    for (Node* node = first_; node != nullptr; node = node->next) {
      if (!node->is_removed.exchange(true)) return node->item;
    }
    return std::nullopt;
  }

  std::optional<T> pop_back() {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
#endif
    for (Node* node = last_; node != nullptr; node = node->previous) {
      if (!node->is_removed.exchange(true)) return node->item;
    }
    return std::nullopt;
  }

  std::optional<T> front() const {
    const std::lock_guard lock(mutex_);
    const Node* node = first_;
    while (node != nullptr && node->is_removed) node = node->next;
    if (node == nullptr) return std::nullopt;
    return node->item;
  }

  std::optional<T> back() const {
    const std::lock_guard lock(mutex_);
    const Node* node = last_;
    while (node != nullptr && node->is_removed) node = node->previous;
    if (node == nullptr) return std::nullopt;
    return node->item;
  }

 private:
  struct Node {
    T item;
    std::atomic<bool> is_removed{false};
    std::atomic<Node*> previous{nullptr};
    std::atomic<Node*> next{nullptr};
  };

  Node* new_node(const T& item) {
    nodes_.emplace_back(new Node{item});
    return nodes_.back().get();
  }

  mutable std::mutex mutex_;
  std::atomic<Node*> first_{nullptr};
  std::atomic<Node*> last_{nullptr};
  std::vector<std::unique_ptr<Node>> nodes_;
};
