// A queue with one lock for pushes and one for pops (Michael and Scott).
//
// Wrong: try_pop() reads the item after it released the lock. The node has become the dummy, and the next pop deletes
// it.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

template <typename T>
class TwoLockQueue {
 public:
  TwoLockQueue() : head_(new Node{T{}}), tail_(head_) {}
  TwoLockQueue(const TwoLockQueue&) = delete;
  TwoLockQueue& operator=(const TwoLockQueue&) = delete;
  ~TwoLockQueue() {
    while (head_ != nullptr) {
      Node* const next = head_->next;
      delete head_;
      head_ = next;
    }
  }

  void push(const T& item) {
    Node* const node = new Node{item};
    const std::lock_guard lock(tail_mutex_);
    tail_->next = node;
    tail_ = node;
  }

  std::optional<T> try_pop() {
    std::unique_lock lock(head_mutex_);
    Node* const dummy = head_;
    Node* const first = dummy->next;
    if (first == nullptr) return std::nullopt;
    head_ = first;
#ifdef REPAIRED
    const T item = first->item;
    lock.unlock();
#else
    lock.unlock();
    const T item = first->item;
#endif
    delete dummy;
    return item;
  }

 private:
  struct Node {
    T item;
    std::atomic<Node*> next{nullptr};
  };

  std::mutex head_mutex_;
  std::mutex tail_mutex_;
  Node* head_;
  Node* tail_;
};
