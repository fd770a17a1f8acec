// A search tree, not balanced; elements that are removed stay in it with a mark.
#ifndef STUDIES_TREE_SET_H
#define STUDIES_TREE_SET_H

#include <memory>
#include <vector>

#include "shared.h"

class TreeSet {
  struct Node {
    int element = 0;
    Shared<bool> present{true};
    Shared<Node*> left{nullptr};
    Shared<Node*> right{nullptr};
  };

 public:
  class Iterator {
   public:
    explicit Iterator(const TreeSet& set) : set_(set), expected_(set.changes_), node_(set.above(kLowest)) {}

    bool has_next() const { return node_ != nullptr; }

    int next() {
      if (node_ == nullptr) throw NoSuchElement();
      if (expected_ != set_.changes_) throw ConcurrentModification();
      const int element = node_->element;
      node_ = set_.above(element);
      return element;
    }

   private:
    const TreeSet& set_;
    int expected_;
    const Node* node_;
  };

  int size() const { return size_; }

  bool contains(int element) const {
    const Node* const node = find(element);
    return node != nullptr && node->present;
  }

  void add(int element) {
    if (Node* const node = find(element)) {
      if (node->present) return;
      node->present = true;
    } else {
      insert(element);
    }
    ++changes_;
    ++size_;
  }

  void remove(int element) {
    Node* const node = find(element);
    if (node == nullptr || !node->present) return;
    node->present = false;
    ++changes_;
    --size_;
  }

  void clear() {
    ++changes_;
    size_ = 0;
    root_ = nullptr;
  }

 private:
  static constexpr int kLowest = -1;  // elements are not negative

  Node* find(int element) const {
    Node* node = root_;
    while (node != nullptr && node->element != element) node = element < node->element ? node->left : node->right;
    return node;
  }

  // The smallest element over that one.
  const Node* above(int element) const {
    const Node* best = nullptr;
    const Node* node = root_;
    while (node != nullptr) {
      if (node->element > element) {
        if (node->present) best = node;
        node = node->left;
      } else {
        node = node->right;
      }
    }
    return best;
  }

  void insert(int element) {
    Shared<Node*>* link = &root_;
    while (static_cast<Node*>(*link) != nullptr) {
      Node* const node = *link;
      link = element < node->element ? &node->left : &node->right;
    }
    nodes_.push_back(std::make_unique<Node>());
    nodes_.back()->element = element;
    *link = nodes_.back().get();
  }

  Shared<Node*> root_{nullptr};
  Shared<int> size_{0};
  Shared<int> changes_{0};
  std::vector<std::unique_ptr<Node>> nodes_;
};

#endif
