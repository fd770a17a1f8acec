// A sorted set as a skip list with two levels: one writer at a time, readers without locks.
//
// Wrong: insert() links the upper level first. contains() then finds a key that first(), which walks along the lower
// level, does not see.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

class SkipList {
 public:
  bool insert(int key) {
    const std::lock_guard lock(mutex_);
    const Place below = find(kLower, key);
    if (below.is(key)) return false;
    nodes_.push_back(std::make_unique<Node>());
    Node* const node = nodes_.back().get();
    node->key = key;
#ifdef REPAIRED
    link(kLower, *node);
    if (is_tall(key)) link(kUpper, *node);
#else
    if (is_tall(key)) link(kUpper, *node);
    link(kLower, *node);
#endif
    return true;
  }

  bool erase(int key) {
    const std::lock_guard lock(mutex_);
    if (!find(kLower, key).is(key)) return false;
    if (is_tall(key)) unlink(kUpper, key);
    unlink(kLower, key);
    return true;
  }

  bool contains(int key) const {
    const Node* node = &head_;
    for (const Level level : {kUpper, kLower}) {
      for (const Node* next = node->next[level]; next != nullptr && next->key <= key; next = node->next[level]) {
        if (next->key == key) return true;
        node = next;
      }
    }
    return false;
  }

  std::optional<int> first() const {
    const Node* const node = head_.next[kLower];
    if (node == nullptr) return std::nullopt;
    return node->key;
  }

 private:
  enum Level { kLower, kUpper };

  struct Node {
    int key = 0;
    std::atomic<Node*> next[2] = {nullptr, nullptr};
  };
  struct Place {
    Node* before;
    Node* at;
    bool is(int key) const { return at != nullptr && at->key == key; }
  };

  static bool is_tall(int key) { return key % 2 == 0; }

  Place find(Level level, int key) {
    Node* before = &head_;
    while (before->next[level] != nullptr && before->next[level].load()->key < key) before = before->next[level];
    return {before, before->next[level]};
  }

  void link(Level level, Node& node) {
    const Place place = find(level, node.key);
    node.next[level] = place.at;
    place.before->next[level] = &node;
  }

  void unlink(Level level, int key) {
    const Place place = find(level, key);
    place.before->next[level] = place.at->next[level].load();
  }

  std::mutex mutex_;
  Node head_;
  std::vector<std::unique_ptr<Node>> nodes_;  // erased ones may still be read
};
