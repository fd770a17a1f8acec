// A list with up to two sorted keys in each node and a lock in each node.
//
// Seeded: walks take no lock; a split and a removal change the next node under the lock of the first one; a search
// locks a node for its number of keys only.
#pragma once

#include "rows.h"

struct Node {
  int key = 0;  // of a fresh node: what it is to hold
  int count = 0;
  int keys[2] = {};
  Node* next = nullptr;
  Mutex mutex;
};

constexpr int kKeys = 4;

// The last node that does not begin behind the key, and the one before it.
inline Node* walk(Node* node, int key, Node** before) {
  *before = nullptr;
  for (;;) {
    Node* const next = RD(node->next);
    if (next == nullptr) return node;
    if (RD(next->keys[0]) > key) return node;
    *before = node;
    node = next;
  }
}

inline void split(Node* node, int key, Node* fresh) {
  const int last = RD(node->keys[1]);
  WR(fresh->keys[0], last > key ? last : key);
  WR(fresh->count, 1);
  Node* const next = RD(node->next);
  WR(fresh->next, next);
  if (last > key) WR(node->keys[1], key);
  WR(node->next, fresh);
}

inline void insert(Node* head, int key, Node* fresh) {
  Node* before;
  Node* const node = walk(head, key, &before);
  const int count = RD(node->count);
  if (count == 2) {
    LOCK(node);
    split(node, key, fresh);
    UNLOCK(node);
    return;
  }
  LOCK(node);
  const int first = RD(node->keys[0]);
  if (count == 1 && first > key) {
    WR(node->keys[1], first);
    WR(node->keys[0], key);
  } else {
    WR(node->keys[count == 0 ? 0 : 1], key);
  }
  UNLOCK(node);
  WR(node->count, count + 1);
}

inline void erase(Node* head, int key, Node*) {
  Node* before;
  Node* const node = walk(head, key, &before);
  const int count = RD(node->count);
  int at = 0;
  while (at < count && at < 2) {
    if (RD(node->keys[at]) == key) break;
    ++at;
  }
  if (at >= count) return;
  LOCK(node);
  if (at == 0 && count == 2) WR(node->keys[0], RD(node->keys[1]));
  WR(node->count, count - 1);
  UNLOCK(node);
  if (count > 1 || before == nullptr) return;
  LOCK(before);
  Node* const next = RD(node->next);
  WR(before->next, next);
  UNLOCK(before);
}

inline void search(Node* head, int key, Node*) {
  Node* before;
  Node* const node = walk(head, key, &before);
  LOCK(node);
  const int count = RD(node->count);
  UNLOCK(node);
  if (count > 0 && RD(node->keys[0]) == key) return;
  if (count < 2) return;
  [[maybe_unused]] const int last = RD(node->keys[1]);
}

inline bool is_valid(Node* head) {
  int last = -1;
  for (Node* node = head; node != nullptr; node = node->next) {
    if (node->keys[0] <= last) return false;
    last = node->keys[0];
    if (node->count == 1) continue;
    if (node->keys[1] <= last) return false;
    last = node->keys[1];
  }
  return true;
}

#ifdef ORACLE
constexpr const char* kRoot = "list";

// What conditions may speak of.
inline void each_member(const Node& node, const auto& value, const auto& link) {
  value("key", node.key);
  value("count", node.count);
  value("keys[0]", node.keys[0]);
  value("keys[1]", node.keys[1]);
  link("next", node.next);
}

// Nodes from number `at` on, with keys above `last`; each list that ends is given to `each`.
template <typename Each>
void each_list(std::vector<std::array<int, 3>>& lists, int last, const Each& each) {
  if (!lists.empty()) {
    each([lists](Node* nodes) {
      for (std::size_t i = 0; i < lists.size(); ++i) {
        nodes[i].count = lists[i][0];
        for (int k = 0; k < 2; ++k) nodes[i].keys[k] = lists[i][static_cast<std::size_t>(k) + 1];
        nodes[i].next = i + 1 < lists.size() ? &nodes[i + 1] : nullptr;
      }
    });
  }
  if (lists.size() == 3) return;
  for (int first = last + 1; first <= kKeys; ++first) {
    lists.push_back({1, first, 0});
    each_list(lists, first, each);
    lists.pop_back();
    for (int second = first + 1; second <= kKeys; ++second) {
      lists.push_back({2, first, second});
      each_list(lists, second, each);
      lists.pop_back();
    }
  }
}
template <typename Each>
void each_heap(const Each& each) {
  std::vector<std::array<int, 3>> none;
  each_list(none, -1, each);
}
#else
inline Node* make_shape() {
  return sleave::shape<Node>("list")
      .nodes(3)
      .nonempty()
      .list(&Node::next)
      .range(&Node::count, 1, 2)
      .range(&Node::keys, 0, kKeys)
      .valid(is_valid);
}
#endif

constexpr Row kRows[] = {
    {"unrolled_insert", insert, insert}, {"unrolled_erase", erase, insert}, {"unrolled_search", search, erase}};
