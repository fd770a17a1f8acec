// A lock-free stack with an elimination slot: a push offers its node there for a moment, and a pop that comes by takes
// it without touching the stack.
//
// Wrong: push() looks whether its offer was taken and withdraws it in two steps. A pop in between takes the node, which
// is then pushed as well.
#pragma once

#include <atomic>
#include <optional>

template <typename T>
class EliminationStack {
 public:
  EliminationStack() = default;
  EliminationStack(const EliminationStack&) = delete;
  EliminationStack& operator=(const EliminationStack&) = delete;
  ~EliminationStack() {
    for (Node* node = all_; node != nullptr;) {
      Node* const next = node->older;
      delete node;
      node = next;
    }
  }

  void push(const T& item) {
    Node* const node = new_node(item);
    Node* none = nullptr;
    if (offer_.compare_exchange_strong(none, node) && !withdraw(node)) return;
    Node* top = top_;
    do {
      node->next = top;
    } while (!top_.compare_exchange_strong(top, node));
  }

  std::optional<T> pop() {
    Node* offered = offer_;
    if (offered != nullptr && offer_.compare_exchange_strong(offered, nullptr)) return offered->item;
    Node* node = top_;
    while (node != nullptr && !top_.compare_exchange_strong(node, node->next)) {
    }
    if (node == nullptr) return std::nullopt;
    return node->item;
  }

 private:
  struct Node {
    T item;
    std::atomic<Node*> next{nullptr};
    Node* older = nullptr;
  };

  // False: the offer was taken.
  bool withdraw(Node* node) {
#ifdef REPAIRED
    return offer_.compare_exchange_strong(node, nullptr);
#else
    if (offer_ != node) return false;
    offer_ = nullptr;
    return true;
#endif
  }

  // Popped nodes may still be read: all of them live as long as the stack.
  Node* new_node(const T& item) {
    Node* const node = new Node{item};
    node->older = all_;
    while (!all_.compare_exchange_weak(node->older, node)) {
    }
    return node;
  }

  std::atomic<Node*> top_{nullptr};
  std::atomic<Node*> offer_{nullptr};
  std::atomic<Node*> all_{nullptr};
};
