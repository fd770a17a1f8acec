// A skew heap with the smallest key at its root, whose node stays; a lock in each node.
//
// Seeded: an insertion locks the node whose links it changes, but reads the keys of the next one without its lock; a
// removal locks the root only, while it moves keys up from below.
#pragma once

#include "rows.h"

struct Node {
  int key = 0;
  int uses = 0;
  Node* left = nullptr;
  Node* right = nullptr;
  Mutex mutex;
};

constexpr int kKeys = 4;

inline void insert(Node* root, int key, Node* fresh) {
  Node* node = root;
  for (;;) {
    const int here = RD(node->key);
    if (key < here) {
      LOCK(node);
      WR(node->key, key);
      UNLOCK(node);
      key = here;
    }
    LOCK(node);
    Node* const left = RD(node->left);
    Node* const right = RD(node->right);
    if (left == nullptr) {
      WR(fresh->key, key);
      WR(node->left, fresh);
      UNLOCK(node);
      return;
    }
    if (right == nullptr) {
      WR(fresh->key, key);
      WR(node->right, left);
      WR(node->left, fresh);
      UNLOCK(node);
      return;
    }
    WR(node->left, right);
    WR(node->right, left);
    UNLOCK(node);
    WR(left->uses, key);
    node = left;
  }
}

// The smaller one of two children.
inline Node* smaller(Node* left, Node* right) {
  if (left == nullptr) return right;
  if (right == nullptr) return left;
  const int of_left = RD(left->key);
  return of_left <= RD(right->key) ? left : right;
}

inline void remove(Node* root, int, Node*) {
  LOCK(root);
  Node* node = root;
  for (;;) {
    Node* const left = RD(node->left);
    Node* const right = RD(node->right);
    Node* const next = smaller(left, right);
    if (next == nullptr) break;
    const int key = RD(next->key);
    WR(node->key, key);
    if (RD(next->left) == nullptr && RD(next->right) == nullptr) {
      if (next == left) {
        WR(node->left, nullptr);
      } else {
        WR(node->right, nullptr);
      }
      break;
    }
    node = next;
  }
  WR(root->uses, 0);
  UNLOCK(root);
}

// A key is not smaller than that of its parent.
inline bool is_valid(Node* node) {
  for (Node* next : {node->left, node->right}) {
    if (next != nullptr && (next->key < node->key || !is_valid(next))) return false;
  }
  return true;
}

#ifdef ORACLE
constexpr const char* kRoot = "heap";

// What conditions may speak of.
inline void each_member(const Node& node, const auto& value, const auto& link) {
  value("key", node.key);
  value("uses", node.uses);
  link("left", node.left);
  link("right", node.right);
}

// Trees of at most three nodes; node 0 is the root. `parent` and `side` of the others.
template <typename Each>
void each_heap(const Each& each) {
  struct Tree {
    int count;
    int parent[3];
    int side[3];
  };
  const Tree trees[] = {{1, {}, {}},
                        {2, {0, 0}, {0, 0}},
                        {2, {0, 0}, {0, 1}},
                        {3, {0, 0, 0}, {0, 0, 1}},
                        {3, {0, 0, 1}, {0, 0, 0}},
                        {3, {0, 0, 1}, {0, 0, 1}},
                        {3, {0, 0, 1}, {0, 1, 0}},
                        {3, {0, 0, 1}, {0, 1, 1}}};
  for (const Tree& tree : trees) {
    for (int keys = 0; keys < 125; ++keys) {
      const int key[] = {keys % 5, keys / 5 % 5, keys / 25};
      bool ordered = true;
      for (int i = 1; i < 3; ++i) {
        ordered = ordered && (i < tree.count ? key[i] >= key[tree.parent[i]] : key[i] == 0);
      }
      if (!ordered) continue;
      each([&tree, key](Node* nodes) {
        for (int i = 0; i < tree.count; ++i) {
          nodes[i].key = key[i];
          if (i > 0) (tree.side[i] == 0 ? nodes[tree.parent[i]].left : nodes[tree.parent[i]].right) = &nodes[i];
        }
      });
    }
  }
}
#else
inline Node* make_shape() {
  return sleave::shape<Node>("heap")
      .nodes(3)
      .nonempty()
      .tree(&Node::left, &Node::right)
      .range(&Node::key, 0, kKeys)
      .valid(is_valid);
}
#endif

constexpr Row kRows[] = {{"queue_insert", insert, insert}, {"queue_remove", remove, insert}};
