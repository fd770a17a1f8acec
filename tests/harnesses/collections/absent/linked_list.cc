// The ring of nodes whose methods on two lists take both locks together.
#include <mutex>
#include <stdexcept>

class LinkedList {
 public:
  LinkedList() { header_.next = header_.previous = &header_; }

  void add(int value) {
    std::lock_guard guard(lock_);
    Node* node = new Node{value, &header_, header_.previous};
    node->previous->next = node;
    header_.previous = node;
    ++size_;
  }

  int remove_first() {
    std::lock_guard guard(lock_);
    Node* node = header_.next;
    if (node == &header_) throw std::out_of_range("remove_first");
    node->previous->next = node->next;
    node->next->previous = node->previous;
    node->next = node->previous = node;
    --size_;
    return node->value;
  }

  void clear() {
    std::lock_guard guard(lock_);
    for (Node* node = header_.next; node != &header_;) {
      Node* next = node->next;
      node->next = node->previous = node;
      node = next;
    }
    header_.next = header_.previous = &header_;
    size_ = 0;
  }

  bool contains_all(const LinkedList& other) const {
    if (this == &other) return true;
    std::scoped_lock guard(lock_, other.lock_);
    for (const Node* node = other.header_.next; node != &other.header_; node = node->next) {
      if (!holds(node->value)) return false;
    }
    return true;
  }

  int sum_with(const LinkedList& other) const {
    const int own = locked_sum();
    return own + other.locked_sum();
  }

  int sum_of_first(const LinkedList& other) const { return other.locked_sum(); }

 private:
  struct Node {
    int value = 0;
    Node* next = nullptr;
    Node* previous = nullptr;
  };

  bool holds(int value) const {
    for (const Node* node = header_.next; node != &header_; node = node->next) {
      if (node->value == value) return true;
    }
    return false;
  }

  int sum() const {
    int all = 0;
    for (const Node* node = header_.next; node != &header_; node = node->next) all += node->value;
    return all;
  }

  int locked_sum() const {
    std::lock_guard guard(lock_);
    return sum();
  }

  mutable std::recursive_mutex lock_;
  Node header_;
  int size_ = 0;
};
