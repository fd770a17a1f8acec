// A lock-free queue (Michael and Scott).
//
// Wrong: push() finds that the last node has no successor, and then stores its own without checking again. Of two nodes
// that are appended at the same time, one is lost.
#pragma once

#include <atomic>
#include <optional>

template <typename T>
class MichaelScottQueue {
 public:
  MichaelScottQueue() : head_(new_node(T{})), tail_(head_.load()) {}
  MichaelScottQueue(const MichaelScottQueue&) = delete;
  MichaelScottQueue& operator=(const MichaelScottQueue&) = delete;
  ~MichaelScottQueue() {
    for (Node* node = all_; node != nullptr;) {
      Node* const next = node->older;
      delete node;
      node = next;
    }
  }

  void push(const T& item) {
    Node* const node = new_node(item);
    for (;;) {
      Node* last = tail_;
      Node* next = last->next;
      if (next != nullptr) {
        tail_.compare_exchange_strong(last, next);
        continue;
      }
#ifdef REPAIRED
      if (!last->next.compare_exchange_strong(next, node)) continue;
#else
      last->next = node;
#endif
      tail_.compare_exchange_strong(last, node);
      return;
    }
  }

  std::optional<T> try_pop() {
    for (;;) {
      Node* first = head_;
      Node* last = tail_;
      Node* const next = first->next;
      if (first == last) {
        if (next == nullptr) return std::nullopt;
        tail_.compare_exchange_strong(last, next);
        continue;
      }
      if (next != nullptr && head_.compare_exchange_strong(first, next)) return next->item;
    }
  }

 private:
  struct Node {
    T item;
    std::atomic<Node*> next{nullptr};
    Node* older = nullptr;
  };

  // Removed nodes may still be read: all of them live as long as the queue.
  Node* new_node(const T& item) {
    Node* const node = new Node{item};
    node->older = all_;
    while (!all_.compare_exchange_weak(node->older, node)) {
    }
    return node;
  }

  std::atomic<Node*> all_{nullptr};
  std::atomic<Node*> head_;  // a dummy, whose successor is the first
  std::atomic<Node*> tail_;
};
