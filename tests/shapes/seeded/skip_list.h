// Two levels, a lock in each node; after the example of Sun's thesis (its lines L13 to L54).
//
// Seeded: find() takes no lock; an insertion locks the node before it on level 0 only.
#pragma once

#include "rows.h"

struct Node {
  int key = 0;
  int value = 0;
  Node* next[2] = {};
  Mutex mutex;
};

constexpr int kKeys = 4;  // from 0, the head's

inline Node* find(Node* node, int key, Node** before) {
  for (int level = 1; level >= 0; --level) {
    for (;;) {
      Node* const next = RD(node->next[level]);
      if (next == nullptr) break;
      if (RD(next->key) >= key) break;
      node = next;
    }
    before[level] = node;
  }
  return RD(node->next[0]);
}

inline void insert(Node* head, int key, Node* fresh) {
  Node* before[2];
  Node* const found = find(head, key, before);
  if (found != nullptr) {
    if (RD(found->key) == key) {
      Node* const other = RD(before[1]->next[0]);
      if (found != other) WR(other->value, key);
      WR(found->value, key);
      return;
    }
  }
  LOCK(before[0]);
  WR(fresh->next[0], RD(before[0]->next[0]));
  WR(before[0]->next[0], fresh);
  if (key % 2 == 0) {
    WR(fresh->next[1], RD(before[1]->next[1]));
    WR(before[1]->next[1], fresh);
  }
  UNLOCK(before[0]);
}

inline void search(Node* head, int key, Node*) {
  Node* before[2];
  LOCK(head);
  const bool empty = RD(head->next[0]) == nullptr;
  UNLOCK(head);
  if (empty) return;
  Node* const found = find(head, key, before);
  if (found == nullptr) return;
  if (RD(found->key) != key) return;
  [[maybe_unused]] const int value = RD(found->value);
}

// Sorted, and level 1 has some of the nodes of level 0, in their order.
inline bool is_valid(Node* head) {
  if (head->key != 0) return false;
  Node* upper = head->next[1];
  int count = 1;
  for (Node* node = head->next[0]; node != nullptr; node = node->next[0]) {
    if (++count > 3) return false;
    if (node == upper) {
      upper = node->next[1];
    } else if (node->next[1] != nullptr) {
      return false;
    }
  }
  if (upper != nullptr) return false;
  for (Node* node = head; node->next[0] != nullptr; node = node->next[0]) {
    if (node->next[0]->key <= node->key) return false;
  }
  return true;
}

#ifdef ORACLE
constexpr const char* kRoot = "list";

// What conditions may speak of.
inline void each_member(const Node& node, const auto& value, const auto& link) {
  value("key", node.key);
  value("value", node.value);
  link("next[0]", node.next[0]);
  link("next[1]", node.next[1]);
}

template <typename Each>
void each_heap(const Each& each) {
  for (int count = 1; count <= 3; ++count) {
    for (int above = 0; above < 1 << (count - 1); ++above) {
      for (int first = 1; first <= kKeys; ++first) {
        for (int second = first + 1; second <= kKeys + 1; ++second) {
          if ((count < 3 && second > first + 1) || (count < 2 && first > 1) || (count == 3 && second > kKeys)) continue;
          each([&](Node* nodes) {
            const int keys[] = {0, first, second};
            Node* last = &nodes[0];
            for (int i = 0; i < count; ++i) {
              nodes[i].key = keys[i];
              nodes[i].next[0] = i + 1 < count ? &nodes[i + 1] : nullptr;
              if (i > 0 && (above >> (i - 1) & 1) != 0) {
                last->next[1] = &nodes[i];
                last = &nodes[i];
              }
            }
          });
        }
      }
    }
  }
}
#else
inline Node* make_shape() {
  return sleave::shape<Node>("list").nodes(3).nonempty().graph(&Node::next).range(&Node::key, 0, kKeys).valid(is_valid);
}
#endif

constexpr Row kRows[] = {{"skip_list_insert", insert, insert}, {"skip_list_search", search, insert}};
