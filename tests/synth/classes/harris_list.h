// A sorted set as a lock-free linked list (Harris). Erasing a node is two steps: its successor pointer is marked, so
// that nothing can be inserted behind it, and then it is unlinked.
//
// Wrong: erase() unlinks the node without the mark. A node that is inserted behind it at the same time is lost.
#pragma once

#include <atomic>
#include <cstdint>

template <typename Key>
class HarrisList {
 public:
  HarrisList() = default;
  HarrisList(const HarrisList&) = delete;
  HarrisList& operator=(const HarrisList&) = delete;
  ~HarrisList() {
    for (Node* node = all_; node != nullptr;) {
      Node* const next = node->older;
      delete node;
      node = next;
    }
  }

  bool insert(const Key& key) {
    Node* const node = new_node(key);
    for (;;) {
      const Place place = find(key);
      if (place.at != nullptr && place.at->key == key) return false;
      node->next = word(place.at);
      if (swing(*place.link, place.at, node)) return true;
    }
  }

  bool erase(const Key& key) {
    for (;;) {
      const Place place = find(key);
      if (place.at == nullptr || place.at->key != key) return false;
      std::uintptr_t next = place.at->next;
      if (is_marked(next)) continue;
#ifdef REPAIRED
      if (!place.at->next.compare_exchange_strong(next, next | 1)) continue;
      swing(*place.link, place.at, pointer(next));
      return true;
#else
      if (swing(*place.link, place.at, pointer(next))) return true;
#endif
    }
  }

  bool contains(const Key& key) const {
    const Node* node = pointer(head_);
    while (node != nullptr && node->key < key) node = pointer(node->next);
    return node != nullptr && node->key == key && !is_marked(node->next);
  }

 private:
  struct Node {
    Key key;
    std::atomic<std::uintptr_t> next{0};  // the lowest bit is the mark
    Node* older = nullptr;
  };
  struct Place {
    std::atomic<std::uintptr_t>* link;
    Node* at;
  };

  static std::uintptr_t word(Node* node) { return reinterpret_cast<std::uintptr_t>(node); }
  static Node* pointer(std::uintptr_t word) { return reinterpret_cast<Node*>(word & ~std::uintptr_t{1}); }
  static bool is_marked(std::uintptr_t word) { return (word & 1) != 0; }

  static bool swing(std::atomic<std::uintptr_t>& link, Node* from, Node* to) {
    std::uintptr_t expected = word(from);
    return link.compare_exchange_strong(expected, word(to));
  }

  // The first node that is not below the key, and the link to it; unlinks marked nodes on the way.
  Place find(const Key& key) {
    Place place{&head_, pointer(head_)};
    while (place.at != nullptr) {
      const std::uintptr_t next = place.at->next;
      if (is_marked(next)) {
        if (!swing(*place.link, place.at, pointer(next))) return find(key);
        place.at = pointer(next);
      } else if (place.at->key < key) {
        place = {&place.at->next, pointer(next)};
      } else {
        break;
      }
    }
    return place;
  }

  // Unlinked nodes may still be read: all of them live as long as the list.
  Node* new_node(const Key& key) {
    Node* const node = new Node{key};
    node->older = all_;
    while (!all_.compare_exchange_weak(node->older, node)) {
    }
    return node;
  }

  std::atomic<std::uintptr_t> head_{0};
  std::atomic<Node*> all_{nullptr};
};
