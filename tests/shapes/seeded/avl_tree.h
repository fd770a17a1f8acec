// An AVL tree whose root node stays (its left link is the tree), with a lock in each node.
//
// Seeded: walks take no lock; a rotation locks the node above, but changes the links of the two nodes below; heights
// are computed under no lock at all; a removal moves a key up under the lock of the node that it leaves.
#pragma once

#include "rows.h"

struct Node {
  int key = 0;
  int height = 1;
  Node* left = nullptr;
  Node* right = nullptr;
  Mutex mutex;
};

constexpr int kKeys = 4;
constexpr int kDeepest = 6;  // on a path; a race may make it longer

inline int height_of(Node* node) { return node == nullptr ? 0 : RD(node->height); }

inline void update(Node* node) {
  const int left = height_of(RD(node->left));
  const int right = height_of(RD(node->right));
  WR(node->height, 1 + (left > right ? left : right));
}

inline Node* rotate_right(Node* node) {
  Node* const up = RD(node->left);
  Node* const middle = RD(up->right);
  WR(node->left, middle);
  WR(up->right, node);
  update(node);
  update(up);
  return up;
}

inline Node* rotate_left(Node* node) {
  Node* const up = RD(node->right);
  Node* const middle = RD(up->left);
  WR(node->right, middle);
  WR(up->left, node);
  update(node);
  update(up);
  return up;
}

inline void replace(Node* above, Node* old, Node* node) {
  LOCK(above);
  if (RD(above->left) == old) {
    WR(above->left, node);
  } else {
    WR(above->right, node);
  }
  UNLOCK(above);
}

// From the end of the path upwards.
inline void balance(Node** path, int length) {
  for (int i = length - 1; i > 0; --i) {
    Node* const node = path[i];
    update(node);
    const int difference = height_of(RD(node->left)) - height_of(RD(node->right));
    if (difference > 1) {
      replace(path[i - 1], node, rotate_right(node));
    } else if (difference < -1) {
      replace(path[i - 1], node, rotate_left(node));
    }
  }
}

// The nodes from the head on; the last one has the key or is where it belongs.
inline int walk(Node* head, int key, Node** path) {
  path[0] = head;
  int length = 1;
  for (Node* node = RD(head->left); node != nullptr && length < kDeepest;) {
    path[length++] = node;
    const int here = RD(node->key);
    if (here == key) break;
    node = key < here ? RD(node->left) : RD(node->right);
  }
  return length;
}

inline void insert(Node* head, int key, Node* fresh) {
  Node* path[kDeepest];
  const int length = walk(head, key, path);
  Node* const last = path[length - 1];
  if (length > 1 && RD(last->key) == key) return;
  LOCK(last);
  if (length == 1 || key < RD(last->key)) {
    WR(last->left, fresh);
  } else {
    WR(last->right, fresh);
  }
  UNLOCK(last);
  balance(path, length);
}

inline void erase(Node* head, int key, Node*) {
  Node* path[kDeepest];
  const int length = walk(head, key, path);
  Node* const node = path[length - 1];
  if (length == 1 || RD(node->key) != key) return;
  Node* const left = RD(node->left);
  Node* const right = RD(node->right);
  if (left == nullptr || right == nullptr) {
    replace(path[length - 2], node, left != nullptr ? left : right);
    balance(path, length - 1);
    return;
  }
  LOCK(right);
  WR(node->key, RD(right->key));
  Node* const behind = RD(right->right);
  UNLOCK(right);
  LOCK(node);
  WR(node->right, behind);
  UNLOCK(node);
  balance(path, length);
}

inline int valid_height(Node* node, int low, int high) {
  if (node == nullptr) return 0;
  if (node->key <= low || node->key >= high) return -1;
  const int left = valid_height(node->left, low, node->key);
  const int right = valid_height(node->right, node->key, high);
  if (left < 0 || right < 0 || left - right > 1 || right - left > 1) return -1;
  node->height = 1 + (left > right ? left : right);
  return node->height;
}
inline bool is_valid(Node* head) { return head->right == nullptr && valid_height(head->left, 0, kKeys + 1) >= 0; }

#ifdef ORACLE
constexpr const char* kRoot = "tree";

// What conditions may speak of.
inline void each_member(const Node& node, const auto& value, const auto& link) {
  value("key", node.key);
  value("height", node.height);
  link("left", node.left);
  link("right", node.right);
}

// The head and at most three nodes under it.
template <typename Each>
void each_heap(const Each& each) {
  // Of each node in order of keys: its parent (0: the head).
  const std::vector<std::vector<int>> trees = {{}, {0}, {0, 1}, {2, 0}, {2, 0, 2}};
  for (const std::vector<int>& parents : trees) {
    const int count = static_cast<int>(parents.size());
    for (int chosen = 0; chosen < 1 << kKeys; ++chosen) {
      if (__builtin_popcount(static_cast<unsigned>(chosen)) != count) continue;
      each([&parents, chosen](Node* nodes) {
        int at = 0;
        for (int key = 1; key <= kKeys; ++key) {
          if ((chosen >> (key - 1) & 1) != 0) nodes[++at].key = key;
        }
        for (int i = 1; i <= at; ++i) {
          const int parent = parents[static_cast<std::size_t>(i) - 1];
          (parent == 0 || i < parent ? nodes[parent].left : nodes[parent].right) = &nodes[i];
        }
        if (!is_valid(nodes)) throw "not a tree";
      });
    }
  }
}
#else
inline Node* make_shape() {
  return sleave::shape<Node>("tree")
      .nodes(4)
      .nonempty()
      .tree(&Node::left, &Node::right)
      .range(&Node::key, 0, kKeys)
      .valid([](Node* head) { return head->key == 0 && is_valid(head); });
}
#endif

constexpr Row kRows[] = {{"avl_insert", insert, insert}, {"avl_erase", erase, insert}};
