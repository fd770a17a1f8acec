// A lock-free stack whose nodes are protected by hazard pointers: a pop publishes the node that it is about to read,
// and a popped node is deleted when nobody has published it.
//
// Wrong: pop() does not check that the node is still the top after it published it. It may have been deleted before.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

template <typename T>
class HazardStack {
 public:
  HazardStack() = default;
  HazardStack(const HazardStack&) = delete;
  HazardStack& operator=(const HazardStack&) = delete;
  ~HazardStack() {
    while (pop()) {
    }
    for (Node* node : retired_) delete node;
  }

  void push(const T& item) {
    Node* const node = new Node{item};
    Node* top = top_;
    do {
      node->next = top;
    } while (!top_.compare_exchange_strong(top, node));
  }

  std::optional<T> pop() {
    Hazard& hazard = claim();
    Node* node = protect(hazard);
    while (node != nullptr) {
      Node* expected = node;
      if (top_.compare_exchange_strong(expected, node->next)) break;
      node = protect(hazard);
    }
    hazard.node = nullptr;
    hazard.is_claimed = false;
    if (node == nullptr) return std::nullopt;
    const T item = node->item;
    retire(node);
    return item;
  }

 private:
  struct Node {
    T item;
    Node* next = nullptr;
  };
  struct Hazard {
    std::atomic<bool> is_claimed{false};
    std::atomic<Node*> node{nullptr};
  };

  Hazard& claim() {
    for (std::size_t i = 0;; i = (i + 1) % hazards_.size()) {
      if (!hazards_[i].is_claimed.exchange(true)) return hazards_[i];
    }
  }

  Node* protect(Hazard& hazard) {
    Node* node = top_;
    hazard.node = node;
#ifdef REPAIRED
    while (node != top_) {
      node = top_;
      hazard.node = node;
    }
#endif
    return node;
  }

  void retire(Node* node) {
    const std::lock_guard lock(retired_mutex_);
    retired_.push_back(node);
    std::vector<Node*> kept;
    for (Node* each : retired_) {
      if (is_protected(each)) {
        kept.push_back(each);
      } else {
        delete each;
      }
    }
    retired_ = kept;
  }

  bool is_protected(const Node* node) const {
    for (const Hazard& hazard : hazards_) {
      if (hazard.node == node) return true;
    }
    return false;
  }

  std::atomic<Node*> top_{nullptr};
  std::array<Hazard, 8> hazards_;
  std::mutex retired_mutex_;
  std::vector<Node*> retired_;
};
