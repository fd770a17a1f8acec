// A ring of nodes through a header, as Java 1.4 has it: clear() empties the ring before it says that the size is 0, and
// the iterator stops when the number of its steps is the size, not when it is at least that.
#ifndef STUDIES_LINKED_LIST_H
#define STUDIES_LINKED_LIST_H

#include <memory>
#include <vector>

#include "shared.h"

class LinkedList {
  struct Node {
    Shared<int> element{0};
    Shared<Node*> next{nullptr};
    Shared<Node*> previous{nullptr};
  };

 public:
  class Iterator {
   public:
    explicit Iterator(const LinkedList& list) : list_(list), expected_(list.changes_), node_(list.header_.next) {}

    bool has_next() const { return next_ != list_.size_; }

    int next() {
      if (expected_ != list_.changes_) throw ConcurrentModification();
      if (next_ == list_.size_) throw NoSuchElement();
      const int element = node_->element;
      node_ = node_->next;
      ++next_;
      return element;
    }

   private:
    const LinkedList& list_;
    int expected_;
    Node* node_;
    int next_ = 0;
  };

  LinkedList() {
    header_.next = &header_;
    header_.previous = &header_;
  }

  int size() const { return size_; }

  bool contains(int element) const {
    for (const Node* node = header_.next; node != &header_; node = node->next) {
      if (node->element == element) return true;
    }
    return false;
  }

  void add(int element) {
    nodes_.push_back(std::make_unique<Node>());
    Node* const node = nodes_.back().get();
    node->element = element;
    node->next = &header_;
    node->previous = static_cast<Node*>(header_.previous);
    node->previous->next = node;
    header_.previous = node;
    ++size_;
    ++changes_;
  }

  void remove(int element) {
    for (Node* node = header_.next; node != &header_; node = node->next) {
      if (node->element != element) continue;
      node->previous->next = static_cast<Node*>(node->next);
      node->next->previous = static_cast<Node*>(node->previous);
      --size_;
      ++changes_;
      return;
    }
  }

  void clear() {
    ++changes_;
    header_.next = &header_;
    header_.previous = &header_;
    size_ = 0;
  }

 private:
  Node header_;
  Shared<int> size_{0};
  Shared<int> changes_{0};
  std::vector<std::unique_ptr<Node>> nodes_;  // removed ones too: there is a garbage collector
};

#endif
