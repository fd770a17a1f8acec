// A sorted set as a linked list that is searched without locks; the two nodes of an update are locked, and a second
// search then validates that they still are neighbors in the list.
//
// Wrong: the validation comes before the locks, so that it can be out of date.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

template <typename Key>
class OptimisticList {
 public:
  OptimisticList() {
    tail_.key = std::numeric_limits<Key>::max();
    head_.next = &tail_;
  }
  OptimisticList(const OptimisticList&) = delete;
  OptimisticList& operator=(const OptimisticList&) = delete;

  bool insert(const Key& key) {
    const Locked locked(*this, key);
    if (locked.at->key == key) return false;
    Node* const node = keep(std::make_unique<Node>());
    node->key = key;
    node->next = locked.at;
    locked.before->next = node;
    return true;
  }

  bool erase(const Key& key) {
    const Locked locked(*this, key);
    if (locked.at->key != key) return false;
    locked.before->next = locked.at->next.load();
    return true;
  }

  bool contains(const Key& key) { return Locked(*this, key).at->key == key; }

 private:
  struct Node {
    Key key{};
    std::atomic<Node*> next{nullptr};
    std::mutex mutex;
  };

  struct Locked {
    Locked(OptimisticList& list, const Key& key) {
      do {
        unlock();
        before = &list.head_;
        for (at = before->next; at->key < key; at = at->next) before = at;
#ifdef REPAIRED
        lock();
      } while (!list.has_link(*before, *at));
#else
      } while (!list.has_link(*before, *at));
      lock();
#endif
    }

    void lock() {
      first = std::unique_lock(before->mutex);
      second = std::unique_lock(at->mutex);
    }
    void unlock() {
      if (second.owns_lock()) second.unlock();
      if (first.owns_lock()) first.unlock();
    }

    Node* before = nullptr;
    Node* at = nullptr;
    std::unique_lock<std::mutex> first;
    std::unique_lock<std::mutex> second;
  };

  bool has_link(const Node& before, const Node& at) const {
    const Node* node = &head_;
    while (node->key < before.key) node = node->next;
    return node == &before && before.next == &at;
  }

  // Erased nodes may still be read: all of them live as long as the list.
  Node* keep(std::unique_ptr<Node> node) {
    const std::lock_guard lock(nodes_mutex_);
    nodes_.push_back(std::move(node));
    return nodes_.back().get();
  }

  Node head_{std::numeric_limits<Key>::min(), {nullptr}, {}};
  Node tail_;
  std::mutex nodes_mutex_;
  std::vector<std::unique_ptr<Node>> nodes_;
};
