// A sorted set as a linked list that is traversed hand over hand: the lock of the next node is taken before that of the
// last one is released.
//
// Wrong: advance() releases both locks first. In between the node can be erased and deleted.
#pragma once

#include <limits>
#include <mutex>
#include <utility>

template <typename Key>
class LockCouplingList {
 public:
  LockCouplingList() { head_.next = new Node{std::numeric_limits<Key>::max(), nullptr, {}}; }
  LockCouplingList(const LockCouplingList&) = delete;
  LockCouplingList& operator=(const LockCouplingList&) = delete;
  ~LockCouplingList() {
    while (head_.next != nullptr) {
      Node* const node = head_.next;
      head_.next = node->next;
      delete node;
    }
  }

  bool insert(const Key& key) {
    Place place(head_, key);
    if (place.at->key == key) return false;
    place.before->next = new Node{key, place.at, {}};
    return true;
  }

  bool erase(const Key& key) {
    Node* erased = nullptr;
    {
      Place place(head_, key);
      if (place.at->key != key) return false;
      erased = place.at;
      place.before->next = erased->next;
    }
    delete erased;
    return true;
  }

  bool contains(const Key& key) { return Place(head_, key).at->key == key; }

 private:
  struct Node {
    Key key;
    Node* next;
    std::mutex mutex;
  };

  // The first node that is not below a key and the one before it, both locked.
  struct Place {
    Place(Node& head, const Key& key) : before(&head), before_lock(head.mutex), at(head.next), at_lock(at->mutex) {
      while (at->key < key) advance();
    }

    void advance() {
#ifdef REPAIRED
      before_lock = std::move(at_lock);
#else
      before_lock.unlock();
      at_lock.unlock();
      before_lock = std::unique_lock(at->mutex);
#endif
      before = at;
      at = at->next;
      at_lock = std::unique_lock(at->mutex);
    }

    Node* before;
    std::unique_lock<std::mutex> before_lock;
    Node* at;
    std::unique_lock<std::mutex> at_lock;
  };

  Node head_{std::numeric_limits<Key>::min(), nullptr, {}};
};
